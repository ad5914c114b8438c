/**
 * Checks stored documents with the Nu Html Checker, in one run: `node scripts/check-html.ts <folder> <java>`. The browser tests keep those of
 * every screen (`e2e/serious-faults.ts`): as the server sends them, and as scripts have changed them.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Message = { type: string; message: string; extract?: string; url?: string }

/** What the checker reports and stays, by its message and the markup around it. */
const exceptions: { message: RegExp; markup?: RegExp; because: string }[] = [
  { message: /^Trailing slash on void elements/, because: 'React writes them so; browsers ignore them' },
  {
    message: /^Attribute “\w+” not allowed on element “(?:text|line|path|div)”/,
    markup: /recharts|<line stroke=/,
    because: 'the chart library writes its properties as attributes, which browsers ignore',
  },
  {
    message: /^The “aria-hidden” attribute must not be specified on the “noscript”/,
    markup: /data-base-ui-inert/,
    because: 'set by the dialog library while a dialog is open',
  },
  {
    message: /^The “aria-grabbed” attribute is deprecated/,
    markup: /aria-roledescription="draggable"/,
    because: 'set by the drag library on handles that are hidden from assistive technology',
  },
  {
    message: /^Consider using the “h1” element as a top-level heading only/,
    because: 'the hero is a section of the page whose heading is its own',
  },
]

const jar = join(import.meta.dirname, '../node_modules/vnu-jar/build/dist/vnu.jar')

/** What the checker reports about the documents of a folder, once for each message and markup. */
export function htmlFaults(folder: string, java = 'java'): string[] {
  // One compiler and collector start faster, and the run is short.
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss8m']
  const args = [...quick, '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', folder]
  const { stdout, stderr, error } = spawnSync(java, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error || stdout === '') throw new Error(`The checker of HTML did not run: ${error ?? stderr}`)
  const { messages }: { messages: Message[] } = JSON.parse(stdout)
  const faults = new Map<string, string>()
  for (const { message, extract = '', url = '' } of messages) {
    if (exceptions.some((one) => one.message.test(message) && (one.markup?.test(extract) ?? true))) continue
    const markup = extract.replaceAll(/\s+/g, ' ').slice(0, 200)
    // Ids and class names differ between documents.
    const key = message + markup.replaceAll(/"[^"]*"/g, '')
    faults.set(key, `${message} In ${decodeURIComponent(url.split('/').at(-1) ?? '')}: ${markup}`)
  }
  return [...faults.values()]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = '', java] = process.argv
  const faults = htmlFaults(folder, java)
  for (const fault of faults) console.error(fault)
  console.log(`${readdirSync(folder).length} documents, ${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
