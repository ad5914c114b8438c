import { createPreviewToken, previewTokenSeconds } from '../server/content/pages/preview-token.ts'
import type { Config } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; config: Config; print: (line: string) => void }

/** `vitrine preview-token PAGE`: may run next to a running shop. */
export const previewTokenCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runPreviewToken({ db, config, print: say }, argv))

const USAGE = `Usage:
  preview-token PAGE        the address of a page's draft, for 15 minutes. PAGE is a slug or an id; / is the home page`

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runPreviewToken({ db, config, print }: Context, [name, ...rest]: string[]) {
  if (name === undefined || rest.length > 0) {
    print(USAGE)
    return 2
  }
  const page = await findPage(db, name)
  if (!page) throw new CommandError(`There is no page ${name}, or its sections cannot be edited.`)
  const url = new URL(`/${encodeURIComponent(page.slug)}`, config.storeUrl)
  url.searchParams.set('preview', createPreviewToken(config, page.id))
  print(url.href)
  print(`Shows the draft for ${previewTokenSeconds / 60} minutes. Anyone with this address can see it.`)
  return 0
}

function findPage(db: Db, name: string) {
  const pages = db.selectFrom('pages').select(['id', 'slug']).where('page_type', 'in', ['Home', 'Page'])
  const bySlug = pages.where('slug', '=', name.replace(/^\/+/, ''))
  return (/^\d{1,9}$/.test(name) ? pages.where('id', '=', Number(name)) : bySlug).executeTakeFirst()
}
