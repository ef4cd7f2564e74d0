/* What decode_plain.c says of instructions, against the decoder and what decode_unseen.c makes
 * of it: on the code of files, and on random bytes that look like code. */
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "interpose/arch/x86_64/unseen/decode_unseen.c"
#include "tap.h"

#define RANDOM 3000000
#define ROOM 64

static ZydisDecoder decoder;
static long count, plains, wrong, works, backs, places;

/* Returns the length by the decoder; 0: it is no instruction. */
static unsigned compare(const uint8_t *code, size_t room) {
  ZydisDecodedInstruction in;
  uintptr_t at = (uintptr_t)code, back = 0, place = 0;
  struct plain p = plain_at(code, room);
  int is_code = ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, NULL, code, room, &in));
  count++;
  if (!p.length)
    return is_code ? in.length : 0;
  if (is_code) {
    uintptr_t target = target_of(&in, at);
    back = target && target <= at + in.length - 1 ? target : 0;
    if (in.attributes & ZYDIS_ATTRIB_HAS_MODRM && !in.raw.modrm.mod && in.raw.modrm.rm == 5)
      place = at + in.length + (uintptr_t)in.raw.disp.value;
  }
  int good = is_code && p.length == in.length && !is_locked(&in) && p.work == is_work(&in) &&
             p.back == back && p.place == place && in.mnemonic != ZYDIS_MNEMONIC_PAUSE &&
             in.mnemonic != ZYDIS_MNEMONIC_MFENCE;
  if (!good && wrong++ < 10) {
    printf(
        "# %s: %u, %u bytes, work %d:", is_code ? ZydisMnemonicGetString(in.mnemonic) : "none",
        p.length, is_code ? in.length : 0, p.work);
    for (int i = 0; i < 15; i++)
      printf(" %02x", code[i]);
    printf("\n");
  }
  plains++;
  works += p.work;
  backs += p.back != 0;
  places += p.place != 0;
  return is_code ? in.length : 0;
}

static void sections(const uint8_t *file, size_t size) {
  const Elf64_Ehdr *e = (const void *)file;
  if (size < sizeof *e || memcmp(e->e_ident, ELFMAG, SELFMAG))
    return;
  for (int i = 0; i < e->e_shnum; i++) {
    const Elf64_Shdr *s = (const Elf64_Shdr *)(const void *)(file + e->e_shoff) + i;
    if (s->sh_type != SHT_PROGBITS || !(s->sh_flags & SHF_EXECINSTR))
      continue;
    for (size_t at = 0, length; at < s->sh_size; at += length ? length : 1)
      length = compare(file + s->sh_offset + at, s->sh_size - at);
  }
}

static void on_file(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status))
    return;
  void *at = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  count = plains = wrong = works = backs = places = 0;
  if (at != MAP_FAILED)
    sections(at, (size_t)status.st_size);
  printf("# %s: %ld of %ld plain, %ld of them work, %ld lead back, %ld have a place\n", path,
         plains, count, works, backs, places);
  OK(!wrong);
  OK(plains > count / 2 && works && backs && places);
}

/* Prefixes and the bytes 0x0f and REX come more often than by chance. */
static void on_random(void) {
  static const uint8_t often[] = {0x0f, 0x48, 0x66, 0xf2, 0xf3, 0x41, 0x4c, 0x64, 0x2e, 0x05};
  uint8_t code[ROOM];
  count = plains = wrong = 0;
  for (long i = 0; i < RANDOM; i++) {
    for (int k = 0; k < ROOM; k++)
      code[k] = (uint8_t)random();
    for (long k = 0, n = random() % 4; k < n; k++)
      code[k] = often[(size_t)random() % sizeof often];
    compare(code, ROOM);
  }
  printf("# random: %ld of %ld plain\n", plains, count);
  OK(!wrong);
  OK(plains > count / 10);
}

/* Nothing is read behind the end of the code. */
static void at_end(void) {
  uint8_t *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || mprotect(page + 4096, 4096, PROT_NONE))
    return;
  wrong = 0;
  for (int first = 0; first < 256; first++)
    for (size_t room = 1; room <= ROOM; room++) {
      uint8_t *at = page + 4096 - room;
      memset(at, 0x66, room);
      at[room - 1] = (uint8_t)first;
      wrong += plain_at(at, room).length > room;
      at[0] = (uint8_t)first;
      wrong += plain_at(at, room).length > room;
    }
  OK(!wrong);
}

int main(int argc, char **argv) {
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  ZydisDecoderEnableMode(&decoder, ZYDIS_DECODER_MODE_MINIMAL, ZYAN_TRUE);
  for (int i = 1; i < argc; i++)
    on_file(argv[i]);
  on_random();
  at_end();
  return tap_done();
}
