/* Stands where NVIDIA's driver library would be, and answers what a script tells it to.
 *
 * The file named by GALLEY_NVML_SCRIPT is read again at every call, so that a test can change the machine while it
 * is being watched. A line is a key and a value: "count 2", "used.0 1000", "name.1 Some GPU"; a value of "!15" makes
 * the call return that code. A key without a line means "not supported" for a figure and success for everything else.
 * "log FILE" appends a line for every start and end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, INSUFFICIENT_SIZE = 7, VERSION_MISMATCH = 25 };

#define VALUE_BYTES 256

typedef struct {
    unsigned long long total, free, used;
} memory_info;

typedef struct {
    unsigned version;
    unsigned long long total, reserved, free, used;
} memory_info_v2;

typedef struct {
    unsigned gpu, memory;
} utilization_info;

typedef struct {
    unsigned pid;
    unsigned long long used;
    unsigned gpu_instance, compute_instance;
} process_info;

/* Handles point into this: the place is the device's number. */
static char devices[16];

/* The value of the `nth` line with this key; 0 when there is none. */
static int find(const char *key, int nth, char value[VALUE_BYTES]) {
    const char *path = getenv("GALLEY_NVML_SCRIPT");
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[VALUE_BYTES * 2];
    size_t length = strlen(key);
    int found = 0;
    if (!file) return 0;
    while (!found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, key, length) == 0 && line[length] == ' ' && nth-- == 0) {
            snprintf(value, VALUE_BYTES, "%.*s", VALUE_BYTES - 1, line + length + 1);
            found = 1;
        }
    }
    fclose(file);
    return found;
}

/* The same for one device's key. */
static int find_of(const char *key, const char *device, int nth, char value[VALUE_BYTES]) {
    char full[64];
    snprintf(full, sizeof full, "%s.%d", key, (int)(device - devices));
    return find(full, nth, value);
}

static int code_in(const char *value) { return value[0] == '!' ? atoi(value + 1) : SUCCESS; }

static int figure(const char *key, const char *device, unsigned long long *result) {
    char value[VALUE_BYTES];
    if (!find_of(key, device, 0, value)) return NOT_SUPPORTED;
    *result = strtoull(value, NULL, 10);
    return code_in(value);
}

static int text(const char *key, const char *device, char *result, unsigned length) {
    char value[VALUE_BYTES];
    if (!find_of(key, device, 0, value)) return NOT_SUPPORTED;
    if (code_in(value) != SUCCESS) return code_in(value);
    if (strlen(value) >= length) return INSUFFICIENT_SIZE;
    strcpy(result, value);
    return SUCCESS;
}

static int global_code(const char *key) {
    char value[VALUE_BYTES];
    return find(key, 0, value) ? code_in(value) : SUCCESS;
}

static void note(const char *word) {
    char path[VALUE_BYTES];
    FILE *file = find("log", 0, path) ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s\n", word);
    fclose(file);
}

int nvmlInitWithFlags(unsigned flags) {
    (void)flags;
    note("init");
    return global_code("init");
}

int nvmlShutdown(void) {
    note("shutdown");
    return global_code("shutdown");
}

const char *nvmlErrorString(int code) {
    static char words[32];
    snprintf(words, sizeof words, "error %d of the script", code);
    return words;
}

int nvmlDeviceGetCount_v2(unsigned *count) {
    char value[VALUE_BYTES];
    *count = 0;
    if (!find("count", 0, value)) return SUCCESS;
    *count = (unsigned)strtoul(value, NULL, 10);
    return code_in(value);
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, char **device) {
    char value[VALUE_BYTES];
    if (index >= sizeof devices) return INVALID_ARGUMENT;
    *device = devices + index;
    return find_of("handle", *device, 0, value) ? code_in(value) : SUCCESS;
}

int nvmlDeviceGetName(char *device, char *name, unsigned length) { return text("name", device, name, length); }

int nvmlDeviceGetUUID(char *device, char *uuid, unsigned length) { return text("uuid", device, uuid, length); }

/* "reserved.0" is what the driver keeps for itself: the older function counts it as used. */
int nvmlDeviceGetMemoryInfo(char *device, memory_info *memory) {
    unsigned long long reserved = 0;
    int code = figure("used", device, &memory->used);
    if (code != SUCCESS) return code;
    code = figure("total", device, &memory->total);
    figure("reserved", device, &reserved);
    memory->used += reserved;
    memory->free = memory->total - memory->used;
    return code;
}

/* A driver from before this function has the line "memory_v2 !13". */
int nvmlDeviceGetMemoryInfo_v2(char *device, memory_info_v2 *memory) {
    int code = global_code("memory_v2");
    if (code != SUCCESS) return code;
    if (memory->version != (sizeof *memory | 2u << 24)) return VERSION_MISMATCH;
    code = figure("used", device, &memory->used);
    if (code != SUCCESS) return code;
    code = figure("total", device, &memory->total);
    memory->reserved = 0;
    figure("reserved", device, &memory->reserved);
    memory->free = memory->total - memory->used - memory->reserved;
    return code;
}

int nvmlDeviceGetUtilizationRates(char *device, utilization_info *utilization) {
    unsigned long long percent = 0, memory_percent = 0;
    int code = figure("utilization", device, &percent);
    figure("memory_utilization", device, &memory_percent);
    utilization->gpu = (unsigned)percent;
    utilization->memory = (unsigned)memory_percent;
    return code;
}

static int small_figure(const char *key, const char *device, unsigned *result) {
    unsigned long long value = 0;
    int code = figure(key, device, &value);
    *result = (unsigned)value;
    return code;
}

int nvmlDeviceGetPowerUsage(char *device, unsigned *milliwatts) { return small_figure("power", device, milliwatts); }

int nvmlDeviceGetEnforcedPowerLimit(char *device, unsigned *milliwatts) {
    return small_figure("power_limit", device, milliwatts);
}

/* In millijoules. */
int nvmlDeviceGetTotalEnergyConsumption(char *device, unsigned long long *energy) {
    return figure("energy", device, energy);
}

/* A sum of bits; "reasons.0 4" is the power limit. */
int nvmlDeviceGetCurrentClocksEventReasons(char *device, unsigned long long *reasons) {
    return figure("reasons", device, reasons);
}

int nvmlDeviceGetTemperature(char *device, int sensor, unsigned *celsius) {
    (void)sensor;
    return small_figure("temperature", device, celsius);
}

/* Lines "compute.0 PID BYTES"; as with the real library, a first call without room tells how many there are. */
static int processes(const char *key, const char *device, unsigned *count, process_info *infos) {
    char value[VALUE_BYTES];
    unsigned room = *count, number = 0;
    while (find_of(key, device, (int)number, value)) {
        if (code_in(value) != SUCCESS) return code_in(value);
        if (infos && number < room) {
            memset(&infos[number], 0, sizeof infos[number]);
            if (sscanf(value, "%u %llu", &infos[number].pid, &infos[number].used) != 2) return INVALID_ARGUMENT;
        }
        number++;
    }
    *count = number;
    return number > room ? INSUFFICIENT_SIZE : SUCCESS;
}

int nvmlDeviceGetComputeRunningProcesses_v3(char *device, unsigned *count, process_info *infos) {
    return processes("compute", device, count, infos);
}

int nvmlDeviceGetGraphicsRunningProcesses_v3(char *device, unsigned *count, process_info *infos) {
    return processes("graphics", device, count, infos);
}
