/* Opens many event streams and counts what comes: one epoll thread, no parsing beyond what is asked.
 *
 * usage: sse-load HOST PORT CONNECTIONS MARK < requests
 * Standard input holds CONNECTIONS requests, each ended by a line that is a single dot; a line break in a request is sent
 * as CR LF. Each stream's `"streamId":"…"` is printed as `S …` when it comes. After the requests, lines on standard input
 * are commands: `reset` clears the counters, `stall N` stops reading the first N connections, `report` prints one line of
 * JSON, `quit` ends.
 * A message is counted at every MARK; when digits follow it, they are CLOCK_REALTIME microseconds and give its latency. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BUFFER (256 * 1024)
#define TAIL 96
#define MAX_SAMPLES (4 * 1024 * 1024)
#define MAX_REQUEST 4096
#define FOLLOWS 20

struct connection {
  int fd;
  int has_hello;
  int tail_length;
  char tail[TAIL];
};

static struct connection *connections;
static long count, opened, gone, messages;
static unsigned long long bytes;
static float *samples;
static long sample_count;
static struct rusage from_usage;
static struct timespec from_time;

static long long now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void reset(void) {
  messages = 0;
  bytes = 0;
  sample_count = 0;
  getrusage(RUSAGE_SELF, &from_usage);
  clock_gettime(CLOCK_MONOTONIC, &from_time);
}

static int by_value(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static double seconds(struct timeval a, struct timeval b) {
  return (b.tv_sec - a.tv_sec) + (b.tv_usec - a.tv_usec) / 1e6;
}

static void report(void) {
  struct rusage usage;
  struct timespec t;
  getrusage(RUSAGE_SELF, &usage);
  clock_gettime(CLOCK_MONOTONIC, &t);
  double wall = (t.tv_sec - from_time.tv_sec) + (t.tv_nsec - from_time.tv_nsec) / 1e9;
  double cpu = seconds(from_usage.ru_utime, usage.ru_utime) + seconds(from_usage.ru_stime, usage.ru_stime);
  qsort(samples, sample_count, sizeof *samples, by_value);
  double p50 = sample_count ? samples[sample_count / 2] : 0;
  double p99 = sample_count ? samples[(long)(sample_count * 0.99)] : 0;
  printf("{\"connections\":%ld,\"gone\":%ld,\"messages\":%ld,\"bytes\":%llu,\"wall\":%.6f,\"cpu\":%.6f,\"p50us\":%.0f,"
         "\"p99us\":%.0f}\n",
         opened, gone, messages, bytes, wall, cpu, p50, p99);
  fflush(stdout);
}

static void hello(struct connection *c, const char *text, long length) {
  static const char key[] = "\"streamId\":\"";
  const char *at = memmem(text, length, key, sizeof key - 1);
  if (!at) return;
  at += sizeof key - 1;
  const char *end = memchr(at, '"', text + length - at);
  if (!end) return;
  printf("S %.*s\n", (int)(end - at), at);
  fflush(stdout);
  c->has_hello = 1;
}

/* Counts the messages in what was kept from before and what came now; a message is complete with FOLLOWS bytes behind
 * its mark. */
static void take(struct connection *c, char *text, long length, const char *mark, long mark_length) {
  if (!c->has_hello) hello(c, text, length);
  const char *end = text + length, *from = text, *at;
  while ((at = memmem(from, end - from, mark, mark_length))) {
    const char *digits = at + mark_length;
    if (end - digits < FOLLOWS) break;
    messages++;
    if (*digits >= '0' && *digits <= '9' && sample_count < MAX_SAMPLES)
      samples[sample_count++] = (float)(now_us() - strtoll(digits, NULL, 10));
    from = digits;
  }
  long kept = at ? end - at : c->has_hello ? mark_length - 1 : TAIL;
  if (kept > end - from) kept = end - from;
  if (kept > TAIL) kept = TAIL;
  memcpy(c->tail, end - kept, kept);
  c->tail_length = (int)kept;
}

static void read_connection(struct connection *c, char *buffer, const char *mark, long mark_length) {
  for (;;) {
    memcpy(buffer, c->tail, c->tail_length);
    long got = read(c->fd, buffer + c->tail_length, BUFFER - TAIL);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      close(c->fd);
      c->fd = -1;
      gone++;
      return;
    }
    bytes += got;
    take(c, buffer, c->tail_length + got, mark, mark_length);
    if (got < BUFFER - TAIL) return;
  }
}

static int open_connection(const char *host, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, host, &address.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (fd < 0) fail("socket");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  for (int attempt = 0; connect(fd, (struct sockaddr *)&address, sizeof address) < 0; attempt++) {
    if (attempt == 50) fail("connect");
    usleep(20000);
  }
  return fd;
}

static void send_request(int fd) {
  static char line[MAX_REQUEST], request[MAX_REQUEST];
  long length = 0;
  while (fgets(line, sizeof line, stdin) && strcmp(line, ".\n")) {
    long n = strcspn(line, "\n");
    if (length + n + 2 > MAX_REQUEST) exit(2);
    memcpy(request + length, line, n);
    memcpy(request + length + n, "\r\n", 2);
    length += n + 2;
  }
  if (write(fd, request, length) != length) fail("write");
}

static int command(int epoll) {
  static char line[MAX_REQUEST];
  if (!fgets(line, sizeof line, stdin) || !strncmp(line, "quit", 4)) return 0;
  if (!strncmp(line, "reset", 5)) reset();
  if (!strncmp(line, "report", 6)) report();
  if (!strncmp(line, "stall ", 6))
    for (long i = 0; i < atol(line + 6) && i < count; i++) epoll_ctl(epoll, EPOLL_CTL_DEL, connections[i].fd, NULL);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  const char *mark = argv[4];
  long mark_length = (long)strlen(mark);
  count = atol(argv[3]);
  connections = calloc(count, sizeof *connections);
  samples = malloc(MAX_SAMPLES * sizeof *samples);
  char *buffer = malloc(BUFFER);
  setvbuf(stdin, NULL, _IONBF, 0);
  int epoll = epoll_create1(0);
  for (long i = 0; i < count; i++) {
    struct connection *c = &connections[i];
    c->fd = open_connection(argv[1], atoi(argv[2]));
    send_request(c->fd);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &event);
    opened++;
  }
  printf("open\n");
  fflush(stdout);
  struct epoll_event input = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &input);
  reset();
  static struct epoll_event events[1024];
  for (;;) {
    int n = epoll_wait(epoll, events, 1024, -1);
    for (int i = 0; i < n; i++) {
      struct connection *c = events[i].data.ptr;
      if (c) read_connection(c, buffer, mark, mark_length);
      else if (!command(epoll)) return 0;
    }
  }
}
