import { createContext, Script } from 'node:vm'

/** A text that a pattern may be slow on: each `pump` as often as it fits after its prefix, then the suffix. */
export type Attack = { pumps: { prefix: string; pump: string }[]; suffix: string }

/** How long a pattern takes on an attack of each size. */
export type Growth = { attack: Attack; microseconds: number[] }

export const sizes = [1_024, 2_048, 4_096, 8_192]

/** Linear growth over the sizes is 8, quadratic 64. */
const MAX_GROWTH = 24

/** Below this time at the largest size nothing grows that matters; quadratic patterns take 30 ms and more. */
const WORTH_MEASURING = 500

/** A pattern that has not ended by then is exponential: even a busy machine runs the quadratic ones in this time. */
const TIMEOUT_MS = 10_000

const ROUNDS = 5

/**
 * The attack on which a pattern grows faster than its text, with its times; undefined when there is none. Time is that of this
 * thread on the processor, so other work of the machine is not counted. `analysers`: the attack that the analyser named.
 */
export function findGrowth(pattern: Expression, analysers?: Attack): Growth | undefined {
  // Nothing is repeated.
  if (!/[*+?{]/.test(pattern.source)) return undefined
  let attacks = [...(analysers ? [analysers] : []), ...attacksOn(pattern.source)]
  while (attacks.length > 0) {
    const times = measure(
      pattern,
      attacks.map((attack) => textOf(attack, sizes.at(-1) as number)),
      WORTH_MEASURING,
    )
    const reached = attacks[times.length - 1]
    const isSlow = (times.at(-1) ?? 0) >= WORTH_MEASURING
    if (!isSlow && times.length < attacks.length)
      return { attack: attacks[times.length] as Attack, microseconds: [] }
    if (isSlow && reached) {
      const microseconds = sizes.map((size) => fastest(pattern, textOf(reached, size)))
      const [least, most] = [microseconds[0] as number, microseconds.at(-1) as number]
      if (most >= WORTH_MEASURING && most / Math.max(least, 1) > MAX_GROWTH)
        return { attack: reached, microseconds }
    }
    attacks = attacks.slice(times.length)
  }
}

type Expression = { source: string; flags: string }

const fastest = (pattern: Expression, text: string) =>
  Math.min(
    ...measure(
      pattern,
      Array.from({ length: ROUNDS }, () => text),
    ),
    Number.POSITIVE_INFINITY,
  )

/**
 * Microseconds for each text, up to the first that takes `most`. In a context that ends a pattern which would never end: that text has
 * no time.
 */
function measure(pattern: Expression, texts: readonly string[], most = Number.POSITIVE_INFINITY): number[] {
  const microseconds: number[] = []
  const context = createContext({ pattern, texts, microseconds, most, now: cpuMicroseconds })
  try {
    loop.runInContext(context, { timeout: TIMEOUT_MS })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
  }
  return microseconds
}

const loop = new Script(`{
  const expression = new RegExp(pattern.source, pattern.flags)
  const use = (text) => (expression.global ? text.replace(expression, '') : expression.exec(text))
  // The first executions are interpreted.
  for (let i = 0; i < 3; i++) use('a')
  for (const text of texts) {
    const started = now()
    use(text)
    if (microseconds.push(now() - started) && microseconds.at(-1) >= most) break
  }
}`)

function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Characters and marks that patterns repeat, separate or look for. */
const pumps = [
  ...[
    'a',
    'A',
    '0',
    ' ',
    '\t',
    '\n',
    '\r',
    '-',
    '_',
    '.',
    ',',
    '/',
    '\\',
    '=',
    '+',
    '*',
    '@',
    '#',
    '&',
    '%',
    '<',
  ],
  ...['>', '[', ']', '(', ')', '{', '"', "'", ';', ':', '|', '$', '\u0000', '\u00a0', 'é', '漢', '😀', '%40'],
  ...['a@', 'a.', '<a', '[a](/', '**a', '--', '/*', '%40a', 'a ', ' a', '0,', '&a=', "''", '\\|', '0.'],
]

/** The general attacks, and those that are made of the pattern's own literal texts. What follows ends most repetitions. */
export function attacksOn(source: string): Attack[] {
  const literals = literalsOf(source)
  const own = literals.flatMap((literal, at) => [
    literal,
    `${literal}a`,
    `${literal} `,
    literal + (literals[at + 1] ?? ''),
  ])
  const all = [...new Set([...pumps, ...own])]
  const prefixes = new Set(['', 'a', literals[0] ?? '', literals.join('')])
  return [...prefixes].flatMap((prefix) => all.map((pump) => ({ pumps: [{ prefix, pump }], suffix: '!\n!' })))
}

const literalsOf = (source: string): string[] =>
  source
    .replace(/\\[pP]\{\w+(?:=\w+)?\}|\\[bBdDwWsS]|\(\?(?:<[=!]|<\w+>|[:=!])|\{\d+(?:,\d*)?\}/g, '|')
    .replace(/\\(.)/g, '$1')
    .split(/[()|?*+^$[\]]+/)
    .filter((literal) => literal !== '')
    .slice(0, 8)

const textOf = ({ pumps, suffix }: Attack, size: number) =>
  pumps
    .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(size / pumps.length / pump.length)))
    .join('') + suffix
