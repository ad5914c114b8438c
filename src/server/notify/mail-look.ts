import { prepared } from '../db/prepared.ts'
import type { Db, Services, Tx } from '../http/context.ts'
import { remember } from '../http/remember.ts'

/** What every mail of the shop has in common: who writes, where the shop is, and its colours. */
export type MailLook = {
  store_name: string
  store_email: string
  store_phone: string
  /** Links and pictures start with it: mails know no relative addresses. */
  storeUrl: string
  colours: MailColours
}

/** Of the storefront's theme; mail programs know no custom properties. */
export type MailColours = Record<'background' | 'surface' | 'border' | 'primary' | 'on-primary', string> & {
  text: string
  muted: string
}

const plainColours: MailColours = {
  background: '#f5f1ec',
  surface: '#ffffff',
  border: '#e7e0d8',
  primary: '#2b2622',
  'on-primary': '#ffffff',
  text: '#2b2622',
  muted: '#6b625a',
}

type Around = { db: Db | Tx; config: { storeUrl: string } }

/** The look of the default channel's mails, as it is now. */
export async function readMailLook({ db, config }: Around): Promise<MailLook> {
  const row = await lookOfShop.first(db)
  const { theme_colors = [], text_colors = [] } = row?.appearance ?? {}
  return {
    store_name: textOf(row?.store_name),
    store_email: textOf(row?.store_email),
    store_phone: textOf(row?.store_phone),
    storeUrl: config.storeUrl,
    colours: coloursOf([...theme_colors, ...text_colors]),
  }
}

/** The same, remembered until settings or storefront change. */
export const rememberedMailLook = (
  services: Pick<Services, 'db' | 'config' | 'changes'>,
): Promise<MailLook> =>
  remember(services, 'mail look', ['settings', 'storefront'], () => readMailLook(services))

type Token = { variable: string; color: string }

/** Only plain colours: what stands in a style must not be able to say anything else. */
function coloursOf(tokens: readonly Token[]): MailColours {
  const given = new Map(tokens.map(({ variable, color }) => [variable, color]))
  const of = (variable: string, plain: string) => {
    const color = given.get(variable)
    return color && /^#[0-9a-f]{3,8}$/i.test(color) ? color : plain
  }
  return {
    background: of('--color-background', plainColours.background),
    surface: of('--color-surface', plainColours.surface),
    border: of('--color-border', plainColours.border),
    primary: of('--color-primary', plainColours.primary),
    'on-primary': of('--color-on-primary', plainColours['on-primary']),
    text: of('--text-primary', plainColours.text),
    muted: of('--text-muted', plainColours.muted),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const setting = (key: string) => `(select value from settings where key = '${key}') as ${key}`

const lookOfShop = prepared<{
  appearance: { theme_colors?: Token[]; text_colors?: Token[] } | null
  store_name: unknown
  store_email: unknown
  store_phone: unknown
}>(
  'look of mails',
  `select
    (select s.appearance from storefronts s join channels c on c.id = s.channel_id where c.is_default limit 1) as appearance,
    ${setting('store_name')}, ${setting('store_email')}, ${setting('store_phone')}`,
)
