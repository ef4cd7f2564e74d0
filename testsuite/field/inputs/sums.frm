#-
Symbols a,b,c,d;
Off statistics;
Local F = (a+b+c+d)^14;
.sort
id a = b + 1;
.sort
id b = c - 2;
.sort
id c = 3;
Print +f;
.end
