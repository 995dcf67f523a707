/* fuzz_files: main() of a fuzz target outside libFuzzer. Runs the target once on every file given,
 * and on every file directly in a directory given. Bad behaviour aborts, so seeds and former
 * crashes are regression tests in every build. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs the target on a copy in an allocation of exactly that size, so that ASan catches overruns.
 */
static void run_file(const char *path, size_t size) {
    FILE *in = fopen(path, "rb");
    uint8_t *data = malloc(size ? size : 1);
    if (!in || !data || fread(data, 1, size, in) != size) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    fclose(in);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

/* Runs a file or the files of a directory. Returns how many. */
static int run(const char *path, int depth) {
    struct stat info;
    if (stat(path, &info) != 0) {
        fprintf(stderr, "%s: no such file\n", path);
        exit(2);
    }
    if (!S_ISDIR(info.st_mode)) {
        run_file(path, (size_t)info.st_size);
        return 1;
    }
    if (depth > 0) return 0;
    DIR *dir = opendir(path);
    if (!dir) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char child[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
        count += run(child, depth + 1);
    }
    closedir(dir);
    return count;
}

int main(int argc, char **argv) {
    int count = 0;
    for (int i = 1; i < argc; i++) count += run(argv[i], 0);
    printf("%d files\n", count);
    return 0;
}
