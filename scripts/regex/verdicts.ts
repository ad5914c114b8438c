import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtPatterns } from './built-patterns.ts'
import type { Attack } from './measure-growth.ts'
import type { Pattern, Patterns } from './read-patterns.ts'

/**
 * What the analyser found, by pattern: written by `npm run regex`. `undecided` took it too long. `refuted` is slow in its model and linear
 * in this engine, on the attack that it named too: look-behinds and lazy repetitions that always match, mostly.
 */
export type Analysed = { linear: string[]; undecided: string[]; refuted: Record<string, Attack> }

export const analysedFile = join(import.meta.dirname, 'analysed.json')

export const readAnalysed = (): Analysed => JSON.parse(readFileSync(analysedFile, 'utf8')) as Analysed

/** Every pattern once, and what stands for those that are built. */
export function measuredPatterns({ literal }: Patterns): Pattern[] {
  const built = Object.entries(builtPatterns).map(([file, { like }]) => ({
    text: String(like),
    source: like.source,
    flags: like.flags,
    file,
  }))
  return [...new Map([...literal, ...built].map((pattern) => [pattern.text, pattern])).values()]
}
