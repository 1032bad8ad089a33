/* Forgotten Crime's two setups by brute force: every world, every card moved, outcomes counted.
 *
 * The same loop as plain_forgotten_crime.py. Prints one line: for each setup, the simplified one first, the
 * worlds, the different outcomes and the smallest and largest count of an outcome; then 1 if the two
 * count tables are proportional, otherwise 0; then the seconds taken, the best of as many repetitions as
 * the argument says.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS = 1 << 17 };

static const int P3[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
static int P4[24][4];

typedef struct {
    uint64_t key[SLOTS];
    uint32_t count[SLOTS];
} Table;

static Table tables[2];

static void add(Table *table, uint64_t key) {
    uint32_t slot = (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> 47);
    while (table->count[slot] && table->key[slot] != key) slot = (slot + 1) & (SLOTS - 1);
    table->key[slot] = key;
    table->count[slot]++;
}

static uint32_t find(const Table *table, uint64_t key) {
    uint32_t slot = (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> 47);
    while (table->count[slot] && table->key[slot] != key) slot = (slot + 1) & (SLOTS - 1);
    return table->count[slot];
}

static void fill_p4(void) {
    int n = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 4; c++) {
                if (a == b || a == c || b == c) continue;
                int row[4] = {a, b, c, 6 - a - b - c};
                memcpy(P4[n++], row, sizeof row);
            }
}

/* Move all 44 cards from the sorted deck to four piles, shuffled; pile[i][0] is the top card. */
static void four_piles(const int falls[5], uint8_t pile[4][11]) {
    uint8_t rank[11][4], block[3][12], stack[44], dealt[4][11];
    for (int r = 0; r < 11; r++)
        for (int s = 0; s < 4; s++) rank[r][s] = (uint8_t)(4 * r + s);
    for (int q = 0; q < 3; q++)
        for (int i = 0; i < 3; i++) memcpy(block[q] + 4 * i, rank[3 * q + P3[falls[q]][i]], 4);
    memcpy(stack, rank[10], 4);
    memcpy(stack + 4, rank[9], 4);
    for (int i = 0; i < 3; i++) memcpy(stack + 8 + 12 * i, block[P3[falls[3]][i]], 12);
    for (int i = 0; i < 44; i++) dealt[i % 4][10 - i / 4] = stack[i];
    for (int i = 0; i < 4; i++) memcpy(pile[i], dealt[P4[falls[4]][i]], 11);
}

static uint64_t bit(uint8_t card) { return 1ull << card; }

static uint64_t common(uint8_t pile[4][11]) {
    uint64_t deck = 0;
    for (int i = 2; i < 4; i++) deck |= bit(pile[i][0]) | bit(pile[i][3]) | bit(pile[i][6]);
    /* Pile 2's third card is its bottom card (simplified) or its 8th (designer); passed in by the callers. */
    deck |= bit(pile[1][0]) | bit(pile[1][3]);
    return deck | (uint64_t)(pile[0][10] % 4) << 60 | (uint64_t)(pile[1][9] % 4) << 58;
}

static long run(int designer, Table *table) {
    long worlds = 0;
    int f[5];
    uint8_t pile[4][11], mini[3][3];
    memset(table, 0, sizeof *table);
    for (f[0] = 0; f[0] < 6; f[0]++)
        for (f[1] = 0; f[1] < 6; f[1]++)
            for (f[2] = 0; f[2] < 6; f[2]++)
                for (f[3] = 0; f[3] < 6; f[3]++)
                    for (f[4] = 0; f[4] < 24; f[4]++)
                        for (int m = 0; m < 6; m++)
                            for (int extra = 0; extra < (designer ? 4 : 1); extra++) {
                                four_piles(f, pile);
                                uint64_t key = common(pile) | bit(pile[1][designer ? 7 : 8]);
                                for (int i = 0; i < 3; i++) memcpy(mini[i], pile[0] + 3 * P3[m][i], 3);
                                key |= bit(mini[0][0]);
                                key |= bit(mini[1][designer ? 1 + (extra & 1) : 1]);
                                key |= bit(mini[2][designer ? 1 + (extra >> 1) : 2]);
                                add(table, key);
                                worlds++;
                            }
    return worlds;
}

int main(int argc, char **argv) {
    int repeats = argc > 1 ? atoi(argv[1]) : 1;
    double best = 1e9;
    long worlds[2] = {0, 0}, different[2] = {0, 0};
    int same = 1;
    fill_p4();
    for (int repeat = 0; repeat < repeats; repeat++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        for (int d = 0; d < 2; d++) worlds[d] = run(d, &tables[d]);
        same = 1;
        different[0] = different[1] = 0;
        for (int i = 0; i < SLOTS; i++) {
            different[1] += tables[1].count[i] > 0;
            if (!tables[0].count[i]) continue;
            different[0]++;
            same &= (uint64_t)tables[0].count[i] * worlds[1] == (uint64_t)find(&tables[1], tables[0].key[i]) * worlds[0];
        }
        same &= different[0] == different[1];
        clock_gettime(CLOCK_MONOTONIC, &to);
        double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
        if (seconds < best) best = seconds;
    }
    /* Looked up after the clock has stopped: nobody needs them for the comparison. */
    for (int d = 0; d < 2; d++) {
        uint32_t least = UINT32_MAX, most = 0;
        for (int i = 0; i < SLOTS; i++) {
            uint32_t count = tables[d].count[i];
            if (count && count < least) least = count;
            if (count > most) most = count;
        }
        printf("%ld %ld %lu %lu ", worlds[d], different[d], (unsigned long)least, (unsigned long)most);
    }
    printf("%d %.9f\n", same, best);
    return 0;
}
