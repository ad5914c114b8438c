import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORE_RANGES, CORE_WEIGHTS, type CorePart } from '../src/contract/rules/core-fonts.ts'
import { bundledFonts } from '../src/server/shop/fonts/bundled-fonts.ts'

/**
 * Writes the core files of the bundled fonts to `src/server/shop/fonts/files` (ADR 0020): run it when a font package or a range of
 * `core-fonts.ts` changes. Needs fontTools (`pip install fonttools brotli`), whose commands must be on the PATH.
 */
const root = join(import.meta.dirname, '..')
const out = join(root, 'src/server/shop/fonts/files')
const work = mkdtempSync(join(tmpdir(), 'fonts-'))
/** Kerning, marks and ligatures, and the digits of equal width that prices use; no style uses other features. */
const FEATURES = 'kern,mark,mkmk,ccmp,locl,calt,liga,tnum'

mkdirSync(out, { recursive: true })
try {
  for (const { slug } of bundledFonts)
    for (const part of Object.keys(CORE_RANGES) as CorePart[]) {
      const source = part === 'currency' ? 'latin-ext' : 'latin'
      const file = `node_modules/@fontsource-variable/${slug}/files/${slug}-${source}-wght-normal.woff2`
      const narrowed = join(work, `${slug}-${part}.ttf`)
      const made = join(out, `${slug}-${part}-wght-normal.woff2`)
      const axis = `wght=${CORE_WEIGHTS[part].join(':')}`
      execFileSync('fonttools', ['varLib.instancer', join(root, file), axis, '-o', narrowed, '-q'])
      const options = [`--unicodes=${CORE_RANGES[part]}`, `--layout-features=${FEATURES}`, '--no-hinting']
      execFileSync('pyftsubset', [narrowed, ...options, '--flavor=woff2', `--output-file=${made}`])
      console.log(`${slug}-${part}: ${statSync(made).size} bytes`)
    }
} finally {
  rmSync(work, { recursive: true })
}
