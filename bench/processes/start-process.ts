import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answer, Answers, Question } from './answer-parent.ts'
import { type Core, onCore } from './on-core.ts'

export type Child<Offered extends Answers> = {
  pid: number
  ask<Name extends keyof Offered & string>(
    name: Name,
    ...input: Parameters<Offered[Name]>
  ): Promise<Awaited<ReturnType<Offered[Name]>>>
  /** Lets it run its own `stop`, by which a server puts its database away, and waits for its end. */
  stop(): Promise<void>
}

/**
 * Runs a file of this folder as a process of its own on a core, and puts questions to it.
 *
 *     const shop = startProcess<BenchShop>('shop.ts', 'server')
 *     const { port } = await shop.ask('open', { dataDir })
 *
 * With `BENCH_PROFILE=FOLDER` each one on the server's core leaves a CPU profile there.
 */
export function startProcess<Offered extends Answers>(file: string, core: Core): Child<Offered> {
  const profile = process.env.BENCH_PROFILE
  const [program, args] = onCore(core, process.execPath, [
    ...(profile && core === 'server' ? ['--cpu-prof', '--cpu-prof-dir', profile] : []),
    join(import.meta.dirname, file),
  ])
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let questions = 0

  child.on('message', ({ id, value, error }: Answer) => {
    const pending = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) pending?.resolve(value as never)
    else pending?.reject(new Error(`${file}: ${error}`))
  })
  const ended = once(child, 'exit').then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended without an answer`))
    waiting.clear()
  })

  const ask: Child<Offered>['ask'] = (name, ...[input]) =>
    new Promise((resolve, reject) => {
      const id = questions++
      waiting.set(id, { resolve, reject })
      child.send({ id, name, input } satisfies Question, (error) => error && reject(error))
    })

  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
    running.delete(stop)
  }
  running.add(stop)
  return { pid: child.pid ?? 0, ask, stop }
}

const running = new Set<() => Promise<void>>()

/** Ends all that still run; questions that wait for an answer fail. */
export const stopAllProcesses = () => Promise.all([...running].map((stop) => stop()))
