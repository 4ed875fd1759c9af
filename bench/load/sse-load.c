/* Opens many event streams and counts what comes: one epoll thread, no parsing beyond what is asked.
 *
 * usage: sse-load HOST PORT CONNECTIONS MARK SKIP REQUESTS [TRAILER [NARROW]]
 * The file REQUESTS holds CONNECTIONS requests, each ended by a line that is a single dot; a line break in a request is
 * sent as CR LF. TRAILER is bytes in hex that are sent once the server has given a `"sid"`. The first NARROW connections
 * have small buffers and packets as a network has them, so that they fill up soon. Each stream's
 * `"streamId":"…"` is printed as `S NUMBER …` when it comes, `open` once every connection is made. Lines on standard
 * input are commands: `reset` clears the counters and prints `reset`, so that what is sent after it is counted, `size N`
 * sets SKIP anew, `expect N` prints `done` once N messages came, `stall N` stops reading the first N connections,
 * `report` prints one line of JSON, `quit` ends.
 * A message is counted once the SKIP bytes behind its MARK are there; they begin with CLOCK_REALTIME microseconds, which
 * give its latency. What lies far behind the mark is taken out of the socket without being copied, so that the client stays
 * well below its core. A stream in gzip hides its marks: of its parts those that are deflated are messages, and those that
 * show a mark; the n-th on a stream is the n-th that `sent MICROSECONDS` told of since the reset. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define READ (16 * 1024)
#define DISCARD (1024 * 1024)
#define TAIL 128
#define MAX_SAMPLES (4 * 1024 * 1024)
#define MAX_REQUEST 4096
#define DIGITS 20
#define MAX_SENT (64 * 1024)
#define NARROW_ROOM (16 * 1024)
#define NARROW_PACKET 1448

struct connection {
  int fd;
  int number;
  int has_hello;
  int has_joined;
  int tail_length;
  int is_gzip;
  int has_begun;
  int phase;
  int found;
  long taken;
  long round;
  unsigned char head[4];
  long skip;
  long long sent;
  char tail[TAIL];
};

static struct connection *connections;
static const char *mark;
static long mark_length, skip_length;
static long count, opened, gone, messages, expected = -1;
static unsigned long long bytes;
static float *samples;
static long long sent_at[MAX_SENT];
/* Resets by command: what comes before the first is no message. */
static long sent_count, rounds;
static long sample_count;
static char *buffer;
static char trailer[64];
static long trailer_length;
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
  sent_count = 0;
  rounds++;
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
  double p95 = sample_count ? samples[(long)(sample_count * 0.95)] : 0;
  double p99 = sample_count ? samples[(long)(sample_count * 0.99)] : 0;
  printf("{\"connections\":%ld,\"gone\":%ld,\"messages\":%ld,\"bytes\":%llu,\"wall\":%.6f,\"cpu\":%.6f,\"p50us\":%.0f,"
         "\"p95us\":%.0f,\"p99us\":%.0f}\n",
         opened, gone, messages, bytes, wall, cpu, p50, p95, p99);
  fflush(stdout);
}

static void hello(struct connection *c, const char *text, long length) {
  static const char key[] = "\"streamId\":\"";
  const char *at = memmem(text, length, key, sizeof key - 1);
  if (!at) return;
  at += sizeof key - 1;
  const char *end = memchr(at, '"', text + length - at);
  if (!end) return;
  printf("S %d %.*s\n", c->number, (int)(end - at), at);
  fflush(stdout);
  c->has_hello = 1;
}

static void done(void) {
  expected = -1;
  printf("done\n");
  fflush(stdout);
}

static void arrived(long long sent) {
  messages++;
  if (sample_count < MAX_SAMPLES) samples[sample_count++] = (float)(now_us() - sent);
  if (messages == expected) done();
}

static void join(struct connection *c, const char *text, long length) {
  if (!memmem(text, length, "\"sid\"", 5)) return;
  if (write(c->fd, trailer, trailer_length) != trailer_length) fail("write");
  c->has_joined = 1;
}

static int command(int epoll);

/* One message of a stream in gzip, whole. */
static void part(struct connection *c) {
  if (!rounds) return;
  if (c->round != rounds) c->round = rounds, c->taken = 0;
  /* It was told before it was sent, and may not have been read yet. */
  while (c->taken >= sent_count)
    if (!command(-1)) exit(0);
  arrived(sent_at[c->taken++]);
}

enum { BLOCK, LENGTH, STORED, DEFLATED };

/* Follows the parts of a stream in gzip: stored blocks by their length, the others until the empty block at their end. */
static void take_parts(struct connection *c, const unsigned char *at, const unsigned char *end) {
  static const unsigned char last[] = {0, 0, 0xff, 0xff};
  while (at < end) {
    if (c->phase == BLOCK) {
      c->phase = *at & 7 ? DEFLATED : LENGTH;
      c->found = 0;
      at++;
    } else if (c->phase == LENGTH) {
      c->head[c->found++] = *at++;
      if (c->found < 4) continue;
      c->skip = c->head[0] | c->head[1] << 8;
      c->found = 0;
      c->phase = STORED;
    } else if (c->phase == STORED) {
      long some = end - at < c->skip ? end - at : c->skip;
      c->found |= memmem(at, some, mark, mark_length) != NULL;
      at += some;
      if (c->skip -= some) return;
      c->phase = BLOCK;
      if (c->found) part(c);
    } else if (!c->found) {
      const unsigned char *zero = memchr(at, 0, end - at);
      at = zero ? zero + 1 : end;
      c->found = zero != NULL;
    } else {
      c->found = *at == last[c->found] ? c->found + 1 : *at ? 0 : c->found == 2 ? 2 : 1;
      at++;
      if (c->found < 4) continue;
      c->phase = BLOCK;
      part(c);
    }
  }
}

/* The head of an answer comes whole; what a stream in gzip begins with has ten bytes. */
static int begin_parts(struct connection *c, const char *text, long length) {
  const char *body = memmem(text, length, "\r\n\r\n", 4);
  if (!body || !memmem(text, body - text, "Content-Encoding: gzip", 22)) return 0;
  c->is_gzip = 1;
  take_parts(c, (const unsigned char *)body + 14, (const unsigned char *)text + length);
  return 1;
}

/* Looks for marks in what was kept from before and what came now. */
static void take(struct connection *c, const char *text, long length) {
  if (!c->has_hello) hello(c, text, length);
  if (!c->has_begun++ && begin_parts(c, text, length)) return;
  if (trailer_length && !c->has_joined) join(c, text, length);
  const char *end = text + length, *from = text, *at;
  while ((at = memmem(from, end - from, mark, mark_length))) {
    const char *behind = at + mark_length;
    c->has_hello = 1;
    if (end - behind < DIGITS) break;
    long long sent = strtoll(behind, NULL, 10);
    if (end - behind < skip_length) {
      c->skip = skip_length - (end - behind);
      c->sent = sent;
      c->tail_length = 0;
      return;
    }
    arrived(sent);
    from = behind + skip_length;
  }
  long kept = at ? end - at : c->has_hello ? mark_length - 1 : TAIL;
  if (kept > end - from) kept = end - from;
  if (kept > TAIL) kept = TAIL;
  memcpy(c->tail, end - kept, kept);
  c->tail_length = (int)kept;
}

/* Counts what a read brought; 0 when it was nothing, or the line is gone. */
static int came(struct connection *c, long got) {
  if (got < 0 && errno == EAGAIN) return 0;
  if (got <= 0) {
    close(c->fd);
    c->fd = -1;
    gone++;
    return 0;
  }
  bytes += got;
  return 1;
}

static int read_parts(struct connection *c) {
  long got = read(c->fd, buffer, READ);
  if (!came(c, got)) return 0;
  if (!c->has_hello) hello(c, buffer, got);
  take_parts(c, (unsigned char *)buffer, (unsigned char *)buffer + got);
  return got == READ;
}

/* One read; 0 when nothing is left or the line is gone. */
static int read_some(struct connection *c) {
  if (c->is_gzip) return read_parts(c);
  long wanted = c->skip ? (c->skip < DISCARD ? c->skip : DISCARD) : READ;
  if (!c->skip) memcpy(buffer, c->tail, c->tail_length);
  long got = c->skip ? recv(c->fd, buffer, wanted, MSG_TRUNC) : read(c->fd, buffer + c->tail_length, wanted);
  if (!came(c, got)) return 0;
  if (!c->skip) take(c, buffer, c->tail_length + got);
  else if (!(c->skip -= got)) arrived(c->sent);
  return got == wanted || c->skip > 0;
}

static void make_narrow(int fd) {
  int room = NARROW_ROOM, packet = NARROW_PACKET;
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room) < 0) fail("SO_RCVBUF");
  if (setsockopt(fd, IPPROTO_TCP, TCP_MAXSEG, &packet, sizeof packet) < 0) fail("TCP_MAXSEG");
}

static int open_connection(const char *host, int port, int is_narrow) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, host, &address.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (fd < 0) fail("socket");
  if (is_narrow) make_narrow(fd);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  for (int attempt = 0; connect(fd, (struct sockaddr *)&address, sizeof address) < 0; attempt++) {
    if (attempt == 50) fail("connect");
    usleep(20000);
  }
  return fd;
}

static void send_request(int fd, FILE *requests) {
  static char line[MAX_REQUEST], request[MAX_REQUEST];
  long length = 0;
  while (fgets(line, sizeof line, requests) && strcmp(line, ".\n")) {
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
  if (!strncmp(line, "reset", 5)) {
    reset();
    printf("reset\n");
    fflush(stdout);
  }
  if (!strncmp(line, "report", 6)) report();
  if (!strncmp(line, "sent ", 5)) {
    if (sent_count == MAX_SENT) fail("more was sent than there is room for");
    sent_at[sent_count++] = atoll(line + 5);
  }
  if (!strncmp(line, "size ", 5)) skip_length = atol(line + 5) > DIGITS ? atol(line + 5) : DIGITS;
  if (!strncmp(line, "expect ", 7)) {
    expected = atol(line + 7);
    if (messages >= expected) done();
  }
  if (!strncmp(line, "stall ", 6))
    for (long i = 0; i < atol(line + 6) && i < count; i++) epoll_ctl(epoll, EPOLL_CTL_DEL, connections[i].fd, NULL);
  return 1;
}

static void open_all(int epoll, char **argv, long narrow) {
  FILE *requests = fopen(argv[6], "r");
  if (!requests) fail(argv[6]);
  for (long i = 0; i < count; i++) {
    struct connection *c = &connections[i];
    c->number = (int)i;
    c->fd = open_connection(argv[1], atoi(argv[2]), i < narrow);
    send_request(c->fd, requests);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &event);
    opened++;
  }
  fclose(requests);
  printf("open\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc < 7) return 2;
  count = atol(argv[3]);
  mark = argv[4];
  mark_length = (long)strlen(mark);
  skip_length = atol(argv[5]) > DIGITS ? atol(argv[5]) : DIGITS;
  connections = calloc(count, sizeof *connections);
  samples = malloc(MAX_SAMPLES * sizeof *samples);
  buffer = malloc(DISCARD + TAIL);
  setvbuf(stdin, NULL, _IONBF, 0);
  int epoll = epoll_create1(0);
  unsigned byte;
  for (const char *hex = argc > 7 ? argv[7] : ""; trailer_length < 64 && sscanf(hex, "%2x", &byte) == 1; hex += 2)
    trailer[trailer_length++] = (char)byte;
  open_all(epoll, argv, argc > 8 ? atol(argv[8]) : 0);
  struct epoll_event input = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &input);
  reset();
  rounds = 0;
  static struct epoll_event events[1024];
  for (;;) {
    int n = epoll_wait(epoll, events, 1024, -1);
    for (int i = 0; i < n; i++) {
      struct connection *c = events[i].data.ptr;
      if (!c && !command(epoll)) return 0;
      while (c && c->fd >= 0 && read_some(c)) continue;
    }
  }
}
