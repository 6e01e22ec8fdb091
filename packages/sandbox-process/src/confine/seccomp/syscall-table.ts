/** Processors whose system calls the filter knows, as Node names them. */
export type Architecture = "x64" | "arm64";

/** `AUDIT_ARCH_*`: how the kernel names the convention that a call was made by. */
export const auditArchitecture: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

/**
 * Newest call that was looked at when the filter was written; the same number on both processors. Newer ones are answered as
 * unknown, and programs go on without them.
 */
export const NEWEST_KNOWN_CALL = 450;

/** Numbers of one call; absent where the processor has none. */
export interface CallNumbers {
  readonly x64?: number;
  readonly arm64?: number;
}

/** Calls that answer as if the kernel did not know them: programs then use an older call, which can be judged by its arguments. */
export const unknownCalls: Readonly<Record<string, CallNumbers>> = {
  clone3: { x64: 435, arm64: 435 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  io_uring_setup: { x64: 425, arm64: 425 },
  memfd_secret: { x64: 447, arm64: 447 },
  openat2: { x64: 437, arm64: 437 },
};

/** Calls that no confined program needs: they change the machine, look into other processes, or open rarely used parts of the kernel. */
export const refusedCalls: Readonly<Record<string, CallNumbers>> = {
  _sysctl: { x64: 156 },
  acct: { x64: 163, arm64: 89 },
  add_key: { x64: 248, arm64: 217 },
  adjtimex: { x64: 159, arm64: 171 },
  bpf: { x64: 321, arm64: 280 },
  chroot: { x64: 161, arm64: 51 },
  clock_adjtime: { x64: 305, arm64: 266 },
  clock_settime: { x64: 227, arm64: 112 },
  create_module: { x64: 174 },
  delete_module: { x64: 176, arm64: 106 },
  fanotify_init: { x64: 300, arm64: 262 },
  fanotify_mark: { x64: 301, arm64: 263 },
  finit_module: { x64: 313, arm64: 273 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fsopen: { x64: 430, arm64: 430 },
  fspick: { x64: 433, arm64: 433 },
  get_kernel_syms: { x64: 177 },
  init_module: { x64: 175, arm64: 105 },
  ioperm: { x64: 173 },
  iopl: { x64: 172 },
  kcmp: { x64: 312, arm64: 272 },
  kexec_file_load: { x64: 320, arm64: 294 },
  kexec_load: { x64: 246, arm64: 104 },
  keyctl: { x64: 250, arm64: 219 },
  lookup_dcookie: { x64: 212, arm64: 18 },
  mbind: { x64: 237, arm64: 235 },
  migrate_pages: { x64: 256, arm64: 238 },
  modify_ldt: { x64: 154 },
  mount: { x64: 165, arm64: 40 },
  mount_setattr: { x64: 442, arm64: 442 },
  move_mount: { x64: 429, arm64: 429 },
  move_pages: { x64: 279, arm64: 239 },
  name_to_handle_at: { x64: 303, arm64: 264 },
  nfsservctl: { x64: 180, arm64: 42 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  open_tree: { x64: 428, arm64: 428 },
  perf_event_open: { x64: 298, arm64: 241 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  pivot_root: { x64: 155, arm64: 41 },
  process_madvise: { x64: 440, arm64: 440 },
  process_mrelease: { x64: 448, arm64: 448 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  ptrace: { x64: 101, arm64: 117 },
  query_module: { x64: 178 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  reboot: { x64: 169, arm64: 142 },
  request_key: { x64: 249, arm64: 218 },
  set_mempolicy: { x64: 238, arm64: 237 },
  set_mempolicy_home_node: { x64: 450, arm64: 450 },
  setdomainname: { x64: 171, arm64: 162 },
  sethostname: { x64: 170, arm64: 161 },
  setns: { x64: 308, arm64: 268 },
  settimeofday: { x64: 164, arm64: 170 },
  swapoff: { x64: 168, arm64: 225 },
  swapon: { x64: 167, arm64: 224 },
  sysfs: { x64: 139 },
  syslog: { x64: 103, arm64: 116 },
  umount2: { x64: 166, arm64: 39 },
  unshare: { x64: 272, arm64: 97 },
  uselib: { x64: 134 },
  userfaultfd: { x64: 323, arm64: 282 },
  ustat: { x64: 136 },
  vhangup: { x64: 153, arm64: 58 },
};

/** Memory that belongs to no process, so that only a cgroup can bound it: refused where there is none. */
export const unownedMemoryCalls: Readonly<Record<string, CallNumbers>> = {
  memfd_create: { x64: 319, arm64: 279 },
  shmget: { x64: 29, arm64: 194 },
};

/** Watches over files: counted by user up to the host's own, so one child could use up what the host's other programs need. */
export const fileWatchCalls: Readonly<Record<string, CallNumbers>> = {
  inotify_init: { x64: 253 },
  inotify_init1: { x64: 294, arm64: 26 },
};

/** The name of a call that is judged by an argument. */
export type JudgedCallName = "chmod" | "clone" | "creat" | "fchmod" | "fchmodat" | "ioctl" | "mknod" | "mknodat" | "open" | "openat" | "personality" | "socket" | "socketpair";

/** Calls judged by an argument. */
export const judgedCalls: Readonly<Record<JudgedCallName, CallNumbers>> = {
  chmod: { x64: 90 },
  clone: { x64: 56, arm64: 220 },
  creat: { x64: 85 },
  fchmod: { x64: 91, arm64: 52 },
  fchmodat: { x64: 268, arm64: 53 },
  ioctl: { x64: 16, arm64: 29 },
  mknod: { x64: 133 },
  mknodat: { x64: 259, arm64: 33 },
  open: { x64: 2 },
  openat: { x64: 257, arm64: 56 },
  personality: { x64: 135, arm64: 92 },
  socket: { x64: 41, arm64: 198 },
  socketpair: { x64: 53, arm64: 199 },
};
