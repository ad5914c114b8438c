import { contrastOf } from '#contract/rules/contrast.ts'
import { remember } from '../changes/remember.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Services, Tx } from '../kernel/context.ts'
import type { MailColours, MailLook, MailStyle, StoredMailTexts } from '../kernel/shop-mail.ts'

export type { MailLook }

const plainColours: MailColours = {
  background: '#f5f1ec',
  surface: '#ffffff',
  border: '#e7e0d8',
  primary: '#2b2622',
  'on-primary': '#ffffff',
  text: '#2b2622',
  muted: '#6b625a',
}

type MailLookContext = { db: Db | Tx; config: { storeUrl: string }; draft?: LookFields }

/** The current look of the default channel's mails; `draft` are fields of the appearance that are not published. */
export async function readMailLook({ db, config, draft = {} }: MailLookContext): Promise<MailLook> {
  const row = await lookOfShop.first(db)
  const { theme_colors = [], text_colors = [], mail_look, logo1 } = { ...row?.appearance, ...draft }
  const { show_logo = false, accent = null, footer = '' } = mail_look ?? {}
  return {
    logo: show_logo && logo1 ? pictureUrl(config.storeUrl, logo1.path) : null,
    footer: textOf(footer),
    store_name: textOf(row?.store_name),
    store_email: textOf(row?.store_email),
    store_phone: textOf(row?.store_phone),
    storeUrl: config.storeUrl,
    colours: withAccent(coloursOf([...theme_colors, ...text_colors]), accent),
    texts: row?.texts ?? {},
  }
}

/** The same, cached until settings or storefront change. */
export const rememberedMailLook = (
  services: Pick<Services, 'db' | 'config' | 'changes'>,
): Promise<MailLook> =>
  remember(services, 'mail look', ['settings', 'storefront'], () => readMailLook(services))

/** Fields of the storefront's appearance. */
type LookFields = {
  theme_colors?: Token[]
  text_colors?: Token[]
  mail_look?: MailStyle
  logo1?: { path: string } | null
}
type Token = { variable: string; color: string }

/** Accepts only plain colours, because values are inserted into style attributes. */
function coloursOf(tokens: readonly Token[]): MailColours {
  const given = new Map(tokens.map(({ variable, color }) => [variable, color]))
  const colourOf = (variable: string, plain: string) => {
    const color = given.get(variable)
    return color && isPlainColor(color) ? color : plain
  }
  return {
    background: colourOf('--color-background', plainColours.background),
    surface: colourOf('--color-surface', plainColours.surface),
    border: colourOf('--color-border', plainColours.border),
    primary: colourOf('--color-primary', plainColours.primary),
    'on-primary': colourOf('--color-on-primary', plainColours['on-primary']),
    text: colourOf('--text-primary', plainColours.text),
    muted: colourOf('--text-muted', plainColours.muted),
  }
}

/** A width the server renders, displayed at a fifth of it or less. JPEG, because Outlook for Windows shows no WebP. */
export const pictureUrl = (storeUrl: string, path: string, width: 320 | 640 = 320) =>
  `${storeUrl}/_img/${width}x/${path}.jpg`

/** The text on the accent is white or black, whichever is easier to read. */
function withAccent(colours: MailColours, accent: string | null): MailColours {
  if (accent === null || !isPlainColor(accent)) return colours
  const [white = 0, black = 0] = ['#ffffff', '#000000'].map((text) => contrastOf(text, accent))
  return { ...colours, primary: accent, 'on-primary': white >= black ? '#ffffff' : '#000000' }
}

const isPlainColor = (color: string) => /^#[0-9a-f]{3,8}$/i.test(color)

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const setting = (key: string) => `(select value from settings where key = '${key}') as ${key}`

const lookOfShop = prepared<{
  appearance: LookFields | null
  store_name: unknown
  store_email: unknown
  store_phone: unknown
  texts: StoredMailTexts
}>(
  'read look of mails',
  `select
    (select s.appearance from storefronts s join channels c on c.id = s.channel_id where c.is_default limit 1) as appearance,
    ${setting('store_name')}, ${setting('store_email')}, ${setting('store_phone')},
    (select coalesce(jsonb_object_agg(mail, jsonb_strip_nulls(to_jsonb(t) - 'mail')), '{}') from mail_texts t) as texts`,
)
