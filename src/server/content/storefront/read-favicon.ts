import { remember } from '#server/platform/changes/remember.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { readAppearance } from './read-appearance.ts'

/** The storefront's icon for programs that ask for `/favicon.ico`: a path of the media folder, null without one. */
export const readFavicon = ({ db, changes }: Pick<Services, 'db' | 'changes'>) =>
  remember({ changes }, 'favicon', ['storefront'], async () => {
    const { appearance } = await db
      .selectFrom('storefronts')
      .innerJoin('channels', 'channels.id', 'storefronts.channel_id')
      .select('appearance')
      .where('channels.is_default', '=', true)
      .executeTakeFirstOrThrow()
    const { ico, png_32, png_192, svg } = readAppearance(appearance).favicon
    return ico ?? png_32 ?? png_192 ?? svg
  })
