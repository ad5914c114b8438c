import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { videoSource } from '#sections/further/video/video-source.ts'
import { runMedia } from './media.ts'
import { runSettings } from './settings.ts'
import { runTheme } from './theme.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrine-theme-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const shop = await openShop({ seed: true, config: { dataDir: folder } })
const { db, services } = shop
const { config, files } = services

async function run(command: (print: (line: string) => void) => Promise<number>) {
  const lines: string[] = []
  const code = await command((line) => void lines.push(line))
  // A running shop polls the change log; here the test triggers the poll.
  await services.changes.catchUp()
  return { code, output: lines.join('\n') }
}
const theme = (...argv: string[]) => run((print) => runTheme({ db, config, print }, argv))
const media = (...argv: string[]) => run((print) => runMedia({ db, config, files, print }, argv))
const settings = (...argv: string[]) => run((print) => runSettings({ db, config, print }, argv))
const storefront = async () => ok(await shop.api.storefront.all())

const fontFile = (slug: string) =>
  join(
    dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${slug}/package.json`)),
    `files/${slug}-latin-wght-normal.woff2`,
  )

async function write(name: string, content: string | Buffer) {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } })
    .png()
    .toBuffer()

test('theme set applies each theme that comes with the shop, without a warning, and reset returns to the first', async () => {
  const { output } = await theme('list')
  expect(output.split('\n')).toEqual(['kiln', 'monsoon', 'night-loom'])

  for (const name of output.split('\n'))
    expect((await theme('set', name)).output).toMatch(/^The theme is set: [a-z_, ]+\.$/)
  expect(await storefront()).toMatchObject({
    color_scheme: 'dark',
    typography: { heading: { font_family: 'Bricolage Grotesque Variable' } },
    fonts: expect.arrayContaining([
      expect.objectContaining({ path: '/fonts/dm-sans-latin-wght-normal.woff2' }),
    ]),
  })

  expect((await theme('reset')).output).toBe('The theme is kiln again.')
  expect(await storefront()).toMatchObject({ color_scheme: 'light', is_custom_css_enabled: false })
})

/** What the audit log has of the command line, newest first. */
const logged = () =>
  db
    .selectFrom('audit_log')
    .select(['action', 'record_id', 'before', 'after'])
    .where('actor', 'like', 'cli:%')
    .orderBy('id', 'desc')
    .execute()

test('changes of theme and media are in the audit log as those of the back office', async () => {
  await theme('set', 'monsoon')
  expect((await logged())[0]).toMatchObject({
    action: 'settings.apply_theme',
    record_id: 'monsoon',
    after: { typography: expect.anything() },
  })
  await theme('reset')
  expect((await logged())[0]).toMatchObject({ action: 'settings.apply_theme', record_id: 'kiln' })
  const file = await write('audited.png', await picture(300, 200))
  await media('add', file, '--use', 'social')
  const path = expect.stringMatching(/^uploads\//)
  expect((await logged()).slice(0, 2)).toMatchObject([
    { action: 'settings.update', after: { social_sharing_image: expect.objectContaining({ path }) } },
    { action: 'settings.upload', record_id: 'social', after: { path } },
  ])
  const count = (await logged()).length
  await expect(theme('set', 'sunset')).rejects.toThrow()
  expect(await logged()).toHaveLength(count)
})

test('theme show prints a file that theme set accepts', async () => {
  const { output } = await theme('show')
  const file = await write('shown.json', output)

  expect(await theme('set', file)).toMatchObject({ code: 0 })
  expect((await theme('show')).output).toBe(output)
})

test('a theme file is set as a whole or not at all, and warns of text that is hard to read', async () => {
  const before = (await theme('show')).output
  const wrong = await write(
    'wrong.json',
    JSON.stringify({ radius: '2px', theme_colors: [{ variable: '--color-primary', color: 'red' }] }),
  )
  await expect(theme('set', wrong)).rejects.toThrow(/theme_colors\.0\.color was not changed: Use a color/)
  await expect(theme('set', await write('other.json', '{"store_name":"X"}'))).rejects.toThrow(
    /not part of a theme: store_name/,
  )
  await expect(theme('set', await write('broken.json', '{'))).rejects.toThrow(/could not be read/)
  await expect(theme('set', 'sunset')).rejects.toThrow(/Themes: kiln, monsoon, night-loom/)
  expect((await theme('show')).output).toBe(before)

  const pale = await write(
    'pale.json',
    JSON.stringify({ text_colors: [{ variable: '--text-muted', color: '#c9c0b6' }] }),
  )
  expect((await theme('set', pale)).output).toMatch(/Warning: “Muted text” #c9c0b6 on “Background”/)
  expect(await theme('paint')).toMatchObject({ code: 2 })
  await theme('reset')
})

test('settings set reads a stylesheet from a file and warns while it is disabled', async () => {
  const file = await write('shop.css', 'h1 {\n  color: teal\n}\n')
  expect((await settings('set', 'custom_css', '--file', file)).output).toMatch(
    /is set\.\nWarning: .*is_custom_css_enabled/,
  )
  expect((await storefront()).custom_css).toBe('')
  await settings('set', 'is_custom_css_enabled', 'true')
  expect((await storefront()).custom_css).toBe('@layer custom{h1{color:teal}}')

  const wrong = await write('wrong.css', 'h1 { color: teal }\n@import "x.css";')
  await expect(settings('set', 'custom_css', '--file', wrong)).rejects.toThrow(
    /Line 2: @import is not allowed/,
  )
  expect((await storefront()).custom_css).toBe('@layer custom{h1{color:teal}}')
})

test('media add stores pictures and sets what they are used for', async () => {
  const file = await write('logo.png', await picture(900, 300))
  expect((await media('add', file)).output).toMatch(/^uploads\/\w+\.webp {2}900 x 300$/)
  expect((await media('add', file, '--use', 'logo', '--alt', 'A kiln')).output).toMatch(/640 x 213$/)
  await media('add', file, '--use', 'social')
  await media('add', file, '--use', 'background')
  await media('add', file, '--use', 'favicon')

  expect(await storefront()).toMatchObject({
    logo1: { path: expect.stringMatching(/^\/media\/uploads\//), alt: 'A kiln', width: 640, height: 213 },
    social_sharing_image: { width: 900 },
    background: { enabled: true, type: 'image', image: { height: 300 } },
    favicon: { ico: expect.stringMatching(/^\/media\/uploads\/icons-\w+\/favicon\.ico$/), svg: null },
  })
})

test('media add stores a font and sets the text that uses it', async () => {
  const output = (await media('add', fontFile('hanken-grotesk'), '--use', 'heading', '--family', 'Signpost'))
    .output
  expect(output).toMatch(/^\/media\/fonts\/\w+\.woff2 {2}Signpost, 400 900$/)

  const { typography, fonts } = await storefront()
  expect(typography.heading.font_family).toBe('Signpost')
  expect(fonts.find(({ family }) => family === 'Signpost')).toMatchObject({ fallback: { kind: 'sans' } })
  expect(fonts.map(({ family }) => family)).not.toContain('Fraunces Variable')
  await theme('set', 'monsoon')
  expect((await storefront()).fonts.map(({ family }) => family)).toContain('Signpost')
})

test('media add stores a video and prints the address that a video section takes', async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(64)])
  const { output } = await media('add', await write('film.mp4', film))
  expect(output).toMatch(/^\/media\/uploads\/\w+\.mp4$/)
  expect(videoSource(output)).toEqual({ kind: 'file', url: output })
  expect(await files.read(output.replace('/media/', ''))).toEqual(film)
  await expect(media('add', await write('film.mp4', film), '--use', 'logo')).rejects.toThrow(
    /A video cannot be used as logo/,
  )
})

test.for([
  [['add', 'FONT', '--use', 'logo'], /A font cannot be used as logo/],
  [['add', 'PICTURE', '--use', 'body'], /A picture cannot be used as body/],
  [['add', 'TEXT'], /JPEG, PNG or WebP/],
  [['add', 'SMALL', '--use', 'favicon'], /at least 192/],
  [['add', '/nonexistent.png'], /could not be read/],
] as const)('media %j is refused', async ([argv, message]) => {
  const given: Record<string, string> = {
    FONT: fontFile('figtree'),
    PICTURE: await write('a.png', await picture(300, 300)),
    SMALL: await write('b.png', await picture(100, 100)),
    TEXT: await write('c.png', 'no picture'),
  }
  await expect(media(...argv.map((word) => given[word] ?? word))).rejects.toThrow(message)
})

test('an invalid media command line prints the usage', async () => {
  expect(await media('remove', 'a.png')).toMatchObject({
    code: 2,
    output: expect.stringContaining('media add'),
  })
  expect(await media('add', 'a.png', '--use', 'wall')).toMatchObject({ code: 2 })
})
