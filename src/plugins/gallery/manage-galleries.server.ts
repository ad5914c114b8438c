import { sql } from 'kysely'
import { invalidValues, shownOn } from '#server/content/pages/editing/refusals.ts'
import { type Reference, readReferences, sectionsWith } from '#server/content/pages/editing/sections-with.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery } from '#server/platform/kernel/list-page.ts'
import { missingPictures } from '#server/platform/media/missing-pictures.ts'
import type { GalleryRow, GalleryValues } from './admin-contract.ts'
import { galleryTag, writePictures } from './write-pictures.server.ts'

type Query = ListQuery<'name' | 'id' | 'pictures'>

const galleryReference: Reference = { components: ['StoredGallery'], setting: 'gallery_id' }

/** A page of the galleries with the number of their pictures; `q` is a part of the name. */
export async function listGalleries(db: Db, { page, per_page, sort, order, q = '' }: Query) {
  const found = sql`from galleries g ${q === '' ? sql`` : sql`where g.name ilike ${containing(q)}`}`
  const [{ rows }, { rows: counted }, references] = await Promise.all([
    sql<Omit<GalleryRow, 'shown_on'>>`
      select g.id, g.name,
        (select count(*) from gallery_pictures p where p.gallery_id = g.id)::integer as pictures,
        (select i.path from gallery_pictures p join images i on i.id = p.image_id
          where p.gallery_id = g.id order by p.position, p.id limit 1) as picture_path
      ${found} order by ${sql.ref(sort)} ${sql.raw(order)}, id ${sql.raw(order)}
      limit ${per_page} offset ${(page - 1) * per_page}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total ${found}`.execute(db),
    readReferences(db, galleryReference),
  ])
  return {
    rows: rows.map((row): GalleryRow => {
      const pages = references.filter(({ value }) => value === String(row.id)).map(({ name }) => name)
      return { ...row, shown_on: [...new Set(pages)] }
    }),
    total: counted[0]?.total ?? 0,
  }
}

export async function readGalleryValues(db: Db | Tx, id: number): Promise<GalleryValues | undefined> {
  const { rows } = await sql<{ name: string }>`select name from galleries where id = ${id}`.execute(db)
  if (!rows[0]) return undefined
  const { rows: pictures } = await sql<{ path: string; alt: string }>`
    select i.path, p.alt from gallery_pictures p join images i on i.id = p.image_id
    where p.gallery_id = ${id} order by p.position, p.id`.execute(db)
  return { name: rows[0].name, pictures }
}

/** @throws 422 for pictures that the media library does not have, and for a picture that is named twice. */
export async function createGallery(tx: Tx, values: GalleryValues): Promise<number> {
  await requirePictures(tx, values)
  const { rows } = await sql<{ id: number }>`
    insert into galleries (name) values (${values.name}) returning id`.execute(tx)
  const { id } = rows[0]!
  await writePictures(tx, { gallery_id: id }, values.pictures)
  return id
}

/** @throws 422 as for a new one. */
export async function updateGallery(tx: Tx, id: number, values: GalleryValues): Promise<void> {
  await requirePictures(tx, values)
  await sql`update galleries set name = ${values.name} where id = ${id}`.execute(tx)
  await writePictures(tx, { gallery_id: id }, values.pictures)
}

/** @throws 409 IN_USE while sections show it. */
export async function removeGallery(tx: Tx, id: number, { name }: GalleryValues): Promise<void> {
  const pages = await sectionsWith(tx, galleryReference, [String(id)])
  if (pages.length > 0) throw shownOn(name, pages)
  await sql`delete from galleries where id = ${id}`.execute(tx)
  await noteChange(tx, [galleryTag(id)])
}

/** @throws 422 for pictures that the media library does not have, and for a picture that is named twice. */
export async function requirePictures(tx: Tx, { pictures }: Pick<GalleryValues, 'pictures'>): Promise<void> {
  const errors = await missingPictures(
    tx,
    pictures.map(({ path }, at) => [`pictures.${at}.path`, path] as const),
  )
  const paths = new Set<string>()
  for (const [at, { path }] of pictures.entries()) {
    if (paths.has(path)) errors.set(`pictures.${at}.path`, 'The gallery already has this picture')
    paths.add(path)
  }
  if (errors.size > 0) throw invalidValues(errors)
}
