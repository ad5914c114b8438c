import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isRecord } from '#contract/rules/own-value.ts'
import { contrastWarnings } from '#contract/rules/theme-contrast.ts'
import type { Appearance } from '../server/content/storefront/appearance.ts'
import { readConfiguration } from '../server/content/storefront/configuration.ts'
import { readThemes } from '../server/operations/seed/theme-tokens.ts'
import type { Config } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { uploadedFontPath } from '../server/shop/fonts/read-fallbacks.ts'
import { CommandError, say } from './print.ts'
import { explainRefusal, writeAudited } from './settings.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; config: Config; print: (line: string) => void }

/** `vitrine theme …`: may run next to a running shop, which shows a change within two seconds. */
export const themeCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runTheme({ db, config, print: say }, argv))

const USAGE = `Usage:
  theme list            the themes that come with the shop
  theme show            the current theme as JSON, and text that is hard to read
  theme set NAME        one of the list
  theme set FILE.json   some or all of the fields that "theme show" prints; all or none are set
  theme reset           the theme of a new shop, without custom CSS`

/** What `theme show` prints and a theme file may contain. Other appearance fields are settings of their own. */
const THEME_KEYS = [
  'color_scheme',
  'theme_colors',
  'text_colors',
  'background',
  'typography',
  'fonts',
  'radius',
  'page_layout',
  'store_notice_background_color',
  'store_notice_text_color',
  'custom_css',
  'is_custom_css_enabled',
] as const satisfies (keyof Appearance)[]

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runTheme({ db, config, print }: Context, [verb, name, ...rest]: string[]) {
  if (verb === 'list' && name === undefined) {
    const { themes } = await readThemes()
    for (const theme of themes.keys()) print(theme)
    return 0
  }
  if (verb === 'show' && name === undefined) {
    const values = await readConfiguration({ db, config })
    print(JSON.stringify(Object.fromEntries(THEME_KEYS.map((key) => [key, values[key]])), null, 2))
    warn(print, contrastWarnings(values))
    return 0
  }
  if (verb === 'set' && name !== undefined && rest.length === 0) {
    const values = existsSync(name) ? readThemeFile(name) : await withUploadedFonts({ db, config }, name)
    const { warnings } = await applyTheme({ db, config }, name, values)
    print(`The theme is set: ${Object.keys(values).join(', ')}.`)
    warn(print, warnings)
    return 0
  }
  if (verb === 'reset' && name === undefined) {
    const { standard } = await readThemes()
    const values = await withUploadedFonts({ db, config }, standard)
    await applyTheme({ db, config }, standard, { ...values, is_custom_css_enabled: false })
    print(`The theme is ${standard} again.`)
    return 0
  }
  print(USAGE)
  return 2
}

/** The entry in the audit log names the theme, or the file without its folder. */
const applyTheme = (
  context: Pick<Context, 'db' | 'config'>,
  name: string,
  values: Readonly<Record<string, unknown>>,
) =>
  explainRefusal(() => writeAudited(context, values, { action: 'settings.apply_theme', id: basename(name) }))

const warn = (print: Context['print'], warnings: readonly string[]) => {
  for (const warning of warnings) print(`Warning: ${warning}.`)
}

/** The values of a theme of the list; fonts that the merchant uploaded remain available. */
async function withUploadedFonts({ db, config }: Pick<Context, 'db' | 'config'>, name: string) {
  const { themes } = await readThemes()
  const theme = themes.get(name)
  if (!theme)
    throw new CommandError(
      `There is neither a file nor a theme ${name}. Themes: ${[...themes.keys()].join(', ')}`,
    )
  const { fonts } = await readConfiguration({ db, config })
  return { ...theme, fonts: [...theme.fonts, ...fonts.filter(({ path }) => uploadedFontPath(path))] }
}

function readThemeFile(file: string): Record<string, unknown> {
  let values: unknown
  try {
    values = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file} could not be read: ${error instanceof Error ? error.message : error}`)
  }
  if (!isRecord(values)) throw new CommandError(`${file} must hold a JSON object, as "theme show" prints`)
  const unknown = Object.keys(values).filter((key) => !THEME_KEYS.some((one) => one === key))
  if (unknown.length > 0)
    throw new CommandError(`${file} has fields that are not part of a theme: ${unknown.join(', ')}`)
  return values
}
