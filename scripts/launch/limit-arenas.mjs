const LIMIT = '2'

/**
 * Makes the threads of the process share two arenas of the C library. By default glibc gives each of them its own (V8 and libuv have four
 * each) and keeps there what they have freed. It reads the limit from the environment when a process starts, so this process starts
 * itself again, with the same id and arguments; a Node without `execve` passes the limit on to the process that it starts. A limit
 * that the environment has already is kept. ADR 0005.
 */
export function limitArenas() {
  const { platform, env, execPath, execArgv, argv } = process
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX) return
  env.MALLOC_ARENA_MAX = LIMIT
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], env)
}
