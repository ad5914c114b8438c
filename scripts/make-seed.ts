/**
 * Generates `seed/` from the source folder of the demo shop:
 * `node scripts/make-seed.ts FOLDER` with FOLDER holding catalogue.json, content.json and images/.
 * The output is deterministic and contains the pictures' sizes and placeholders, so that a first start opens no picture.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const seed = new URL('../seed/', import.meta.url)

/** Drawing instructions, which the shop does not need. */
const renderKeys = new Set(['picture', 'shot', 'priority'])

/** Corrections of source texts that predate the decisions: order numbers (§6), filter names in URLs (§2). */
const corrections = [
  ['it begins with KL.', 'it begins with SF.'],
  ['KL-100245', 'SF-100245'],
  ['?labels=', '?label='],
] as const

const [source] = process.argv.slice(2)
if (!source) {
  console.error('Usage: node scripts/make-seed.ts FOLDER')
  process.exit(1)
}

const categoryPaths = await readCategoryPaths()
await copyData('catalogue.json')
await copyData('content.json')
await rm(new URL('images/', seed), { recursive: true, force: true })
await mkdir(new URL('images/', seed), { recursive: true })
const files = (await readdir(join(source, 'images'))).filter((file) => file.endsWith('.avif')).sort()
for (const file of files) await cp(join(source, 'images', file), new URL(`images/${file}`, seed))
const measured = Object.fromEntries(
  await Promise.all(files.map(async (file) => [file, await measure(join(source, 'images', file))])),
)
await writeJson('images.json', measured)
await makeIcons()
console.log(`seed/: ${files.length} pictures`)

async function copyData(file: string) {
  let text = await readFile(join(source as string, file), 'utf8')
  for (const [wrong, right] of corrections) text = text.replaceAll(wrong, right)
  await writeJson(
    file,
    JSON.parse(text, (key, value) => {
      if (renderKeys.has(key)) return undefined
      return key === 'href' ? canonical(value) : value
    }),
  )
}

/** A category's URL is its whole path: `/product-category/ceramics/mugs`. */
function canonical(href: string) {
  const slug = /^\/product-category\/([^/]+)$/.exec(href)?.[1]
  return slug ? `/product-category/${categoryPaths.get(slug)}` : href
}

async function readCategoryPaths() {
  type Node = { slug: string; children: Node[] }
  const { categories } = JSON.parse(await readFile(join(source as string, 'catalogue.json'), 'utf8')) as {
    categories: Node[]
  }
  const paths = new Map<string, string>()
  const walk = (nodes: Node[], before: string) => {
    for (const { slug, children } of nodes) {
      paths.set(slug, `${before}${slug}`)
      walk(children, `${before}${slug}/`)
    }
  }
  walk(categories, '')
  return paths
}

async function writeJson(file: string, data: unknown) {
  await writeFile(new URL(file, seed), `${JSON.stringify(data, null, 1)}\n`)
}

/** Width and height in px, and the placeholder of spec §9: 10 x 10, quality 50, blur 3. */
async function measure(path: string) {
  const { width, height } = await sharp(path).metadata()
  const tiny = await sharp(path).resize(10, 10, { fit: 'inside' }).blur(3).webp({ quality: 50 }).toBuffer()
  return { width, height, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}

/** Generates the bitmap icons for browsers and home screens from `seed/icons/favicon.svg`, and the picture of the gift card. */
async function makeIcons() {
  const card = await readFile(new URL('gift-card.svg', seed))
  await writeFile(
    new URL('gift-card.png', seed),
    await sharp(card).png({ palette: true, effort: 10 }).toBuffer(),
  )
  const svg = await readFile(new URL('icons/favicon.svg', seed))
  for (const [name, size] of Object.entries({
    'favicon-32': 32,
    'favicon-192': 192,
    'apple-touch-icon': 180,
  }))
    await writeFile(
      new URL(`icons/${name}.png`, seed),
      await sharp(svg, { density: 72 * (size / 32) })
        .resize(size, size)
        .png({ compressionLevel: 9 })
        .toBuffer(),
    )
}
