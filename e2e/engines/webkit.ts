import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#harness/run-shop.ts'
import { clickActions, type Engine, typeActions, VIEWPORT } from './engine.ts'

/** WebKitGTK's MiniBrowser on a virtual display, driven by W3C WebDriver over HTTP. */
export async function openWebKit(): Promise<Engine> {
  const display = await openDisplay()
  const port = await findFreePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name },
  })
  const stop = async () => {
    await end(driver)
    await end(display.process)
  }
  try {
    const call = connect(`http://127.0.0.1:${port}`)
    await untilReady(call)
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} })
    const session = `/session/${sessionId}`
    await call('POST', `${session}/window/rect`, VIEWPORT)
    return {
      open: (url) => call('POST', `${session}/url`, { url }),
      evaluate: (expression) =>
        call('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
      click: (x, y) => call('POST', `${session}/actions`, { actions: clickActions(x, y) }),
      type: (text) => call('POST', `${session}/actions`, { actions: typeActions(text) }),
      resize: (size) => call('POST', `${session}/window/rect`, size),
      back: () => call('POST', `${session}/back`, {}),
      forward: () => call('POST', `${session}/forward`, {}),
      screenshot: () => call('GET', `${session}/screenshot`),
      async close() {
        await call('DELETE', session).catch(() => {})
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Call = <Value>(method: string, path: string, body?: unknown) => Promise<Value>

const connect =
  (origin: string): Call =>
  async (method, path, body) => {
    const response = await fetch(origin + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const { value } = (await response.json()) as { value: never }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

async function untilReady(call: Call) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call('GET', '/status')
    } catch (error) {
      if (attempt === 200) throw error
      await delay(50)
    }
  }
}

/** Xvfb chooses a free display itself and writes its number to the given descriptor. */
async function openDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb exited with ${code}`)))
    child.stdout.once('data', (text) => resolve(String(text).trim()))
  })
  return { name: `:${number}`, process: child }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
