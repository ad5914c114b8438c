import type { z } from 'zod'
import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import type { settings } from './schema.ts'

type Request = { api: Api; path: string; query: string }

/** The page that `?page=` names. Null while no gallery is chosen. */
export async function load(
  { gallery_id, per_page }: z.output<typeof settings>,
  { api, path, query }: Request,
) {
  if (!gallery_id) return null
  const requested = Number(new URLSearchParams(query).get('page'))
  const page = Number.isInteger(requested) && requested >= 1 && requested <= 10_000 ? requested : 1
  const pictures = orThrow(await api.gallery.list({ gallery_id, page, perPage: per_page }))
  return { ...pictures, path }
}
