/**
 * What a warm interpreter runs: waits for an order, forks, lets the child become the script, and hands on what it prints. One call at a
 * time; when it is over, everything else in the namespace is ended and the private folders are emptied, or the interpreter ends itself.
 * An order is its length in four bytes, then JSON; an answer is its kind in one byte, its length in four, then bytes.
 */
export const zygoteSource: string = `
import json, os, select, shutil, signal, struct, sys, time, types

CONTROL_IN, CONTROL_OUT = os.dup(0), os.dup(1)
NOTHING = os.open("/dev/null", os.O_RDWR)
for stream in (0, 1, 2):
    os.dup2(NOTHING, stream)
PRIVATE = ("/temp", "/dev/shm")
WAKE_IN, WAKE_OUT = os.pipe()
os.set_blocking(WAKE_OUT, False)
os.set_blocking(WAKE_IN, False)
signal.signal(signal.SIGCHLD, lambda *_: None)
signal.set_wakeup_fd(WAKE_OUT)

def read_exactly(count):
    data = b""
    while len(data) < count:
        piece = os.read(CONTROL_IN, count - len(data))
        if not piece:
            os._exit(0)
        data += piece
    return data

def send(kind, data=b""):
    data = struct.pack(">BI", kind, len(data)) + data
    while data:
        data = data[os.write(CONTROL_OUT, data):]

def others():
    return [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) not in (1, os.getpid()) and not is_zombie(pid)]

def is_zombie(pid):
    try:
        with open("/proc/%s/stat" % pid, "rb") as line:
            return line.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except OSError:
        return True

def end_others():
    for _ in range(1000):
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
        if not others():
            return
        time.sleep(0.001)
    os._exit(1)

def empty_private():
    for folder in PRIVATE:
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)
        if os.listdir(folder):
            os._exit(1)

def watch(pid, order, streams, stdin):
    end = time.monotonic() + order["seconds"]
    rest, code, late, truncated = order["stdin"].encode(), None, False, False
    room = {streams[1]: order["outputBytes"], streams[2]: order["outputBytes"]}
    kinds = {streams[1]: 1, streams[2]: 2}
    reading = set(kinds)
    os.set_blocking(stdin, False)
    writing = {stdin}
    while reading or code is None:
        left = end - time.monotonic()
        readable, writable, _ = select.select([WAKE_IN, *reading], list(writing), [], max(0, left) if code is None else 5)
        if code is None and left <= 0:
            late = True
            end_others()
            code = -9
        if WAKE_IN in readable:
            try:
                os.read(WAKE_IN, 512)
            except BlockingIOError:
                pass
        if code is None:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                code = os.waitstatus_to_exitcode(status)
                end_others()
        if stdin in writable:
            try:
                rest = rest[os.write(stdin, rest[:65536]):]
            except OSError:
                rest = b""
            if not rest:
                os.close(stdin)
                writing.clear()
        for stream in [each for each in readable if each in reading]:
            data = os.read(stream, 65536)
            if not data:
                reading.discard(stream)
                continue
            truncated = truncated or len(data) > room[stream]
            kept = data[:room[stream]]
            room[stream] -= len(kept)
            if kept:
                send(kinds[stream], kept)
    for stream in (*writing, *kinds):
        os.close(stream)
    send(3, json.dumps({"exitCode": code if code >= 0 else 128 - code, "late": late, "truncated": truncated}).encode())

def next_script():
    while True:
        send(4)
        order = json.loads(read_exactly(struct.unpack(">I", read_exactly(4))[0]))
        pipes = [os.pipe() for _ in range(3)]
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for stream, end in ((0, pipes[0][0]), (1, pipes[1][1]), (2, pipes[2][1])):
                os.dup2(end, stream)
            os.closerange(3, 256)
            os.environ.clear()
            os.environ.update(order["environment"])
            return order
        for end in (pipes[0][0], pipes[1][1], pipes[2][1]):
            os.close(end)
        watch(pid, order, (None, pipes[1][0], pipes[2][0]), pipes[0][1])
        end_others()
        empty_private()

order = next_script()
os.setsid()
os.chdir(order["folder"])
sys.argv = [order["script"]]
sys.path[0] = os.path.dirname(order["script"])
module = types.ModuleType("__main__")
module.__file__ = order["script"]
module.__builtins__ = __builtins__
sys.modules["__main__"] = module
try:
    with open(order["script"], "rb") as file:
        exec(compile(file.read(), order["script"], "exec"), module.__dict__)
except SystemExit:
    raise
except BaseException as error:
    error.__traceback__ = error.__traceback__.tb_next
    sys.excepthook(type(error), error, error.__traceback__)
    sys.exit(130 if isinstance(error, KeyboardInterrupt) else 1)
`;
