import type { Db } from '../kernel/context.ts'
import { containing, listPage } from '../kernel/list-page.ts'

type Query = { page: number; per_page: number; order: 'asc' | 'desc'; q?: string | undefined }

/** The pictures of the media library whose text alternative or path contains `q`. */
export function listPictures(db: Db, { q, ...query }: Query) {
  const found = db
    .selectFrom('images')
    .$if(Boolean(q), (images) =>
      images.where((eb) =>
        eb.or([eb('alt', 'ilike', containing(q ?? '')), eb('path', 'ilike', containing(q ?? ''))]),
      ),
    )
  return listPage(found, query, {
    column: 'id',
    id: 'id',
    select: (images) => images.select(['id', 'path', 'alt', 'width', 'height']),
  })
}
