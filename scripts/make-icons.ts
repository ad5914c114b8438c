import { writeFileSync } from 'node:fs'
import * as lucide from 'lucide'
import { adminIcons } from '../src/admin/parts/admin-icon-names.ts'
import { icons } from '../src/ui/icon-names.ts'

/**
 * Generates `src/ui/icons.svg` and `src/admin/parts/admin-icons.svg`: every icon as a symbol of one file that browsers
 * fetch once and cache. Run it after a change of the names: `node scripts/make-icons.ts`.
 */
writeSprite('../src/ui/icons.svg', icons)
writeSprite('../src/admin/parts/admin-icons.svg', adminIcons)

function writeSprite(path: string, drawings: Record<string, string>) {
  const symbols = Object.entries(drawings).map(([name, drawing]) => {
    const node = (lucide as unknown as Record<string, [string, Record<string, string>][]>)[drawing]
    if (!node) throw new Error(`lucide has no ${drawing}`)
    const shapes = node.map(
      ([tag, attributes]) =>
        `<${tag} ${Object.entries(attributes)
          .map(([key, value]) => `${key}="${value}"`)
          .join(' ')}/>`,
    )
    return `<symbol id="${name}" viewBox="0 0 24 24" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</symbol>`
  })
  const note = 'Icons of the Lucide project (ISC licence, see THIRD-PARTY.md), drawn by scripts/make-icons.ts'
  writeFileSync(
    new URL(path, import.meta.url),
    `<!-- ${note} -->\n<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>\n`,
  )
}
