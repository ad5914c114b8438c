import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clickActions, type Engine, typeActions, VIEWPORT } from './engine.ts'

/** Stock Firefox, headless, driven by WebDriver BiDi over its own WebSocket: no geckodriver is needed. */
export async function openFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'vitrine-firefox-'))
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const socket = await connect(`${await addressIn(child.stderr, ended)}/session`)
    await socket.call('session.new', { capabilities: {} })
    const { contexts } = await socket.call<{ contexts: { context: string }[] }>('browsingContext.getTree')
    const context = contexts[0]?.context
    await socket.call('browsingContext.setViewport', { context, viewport: VIEWPORT })
    return {
      async open(url) {
        await socket.call('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      async evaluate<Value>(expression: string) {
        const { result, exceptionDetails } = await socket.call<Evaluated>('script.evaluate', {
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: false,
        })
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return (result?.value === undefined ? undefined : JSON.parse(result.value)) as Value
      },
      click: (x, y) => socket.call('input.performActions', { context, actions: clickActions(x, y) }),
      type: (text) => socket.call('input.performActions', { context, actions: typeActions(text) }),
      resize: (viewport) => socket.call('browsingContext.setViewport', { context, viewport }),
      back: () => socket.call('browsingContext.traverseHistory', { context, delta: -1 }),
      forward: () => socket.call('browsingContext.traverseHistory', { context, delta: 1 }),
      screenshot: async () =>
        (await socket.call<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
      async close() {
        socket.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Evaluated = { result?: { value?: string }; exceptionDetails?: { text: string } }

/** Firefox writes the address of its WebSocket to the error output. */
function addressIn(stream: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    void ended.then(() => reject(new Error(`Firefox ended:\n${output}`)))
  })
}

type Answer = { id: number; type: 'success' | 'error'; result?: unknown; message?: string }

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`Cannot connect to ${address}`))
  })
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  return {
    close: () => socket.close(),
    call: <Value>(method: string, params: object = {}) =>
      new Promise<Value>((resolve, reject) => {
        last += 1
        waiting.set(last, ({ type, result, message }) =>
          type === 'success' ? resolve(result as Value) : reject(new Error(`${method}: ${message}`)),
        )
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
  }
}
