import { z } from 'zod'
import type { Api } from '#contract/client.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { readImages } from '#server/platform/media/to-image.ts'
import { readTexts } from '#server/shop/channels/channel-texts.ts'
import { loadPluginSection } from '#server/shop/plugins/load-section.ts'
import { findPreview } from './find-preview.ts'
import { fillSettings, sanitiseSettings } from './map-settings.ts'
import { previewNotFound, sectionNotFound } from './refusals.ts'
import { imagePathsIn, withImages } from './settings-images.ts'

type Options = Pick<Services, 'config' | 'loadSection' | 'plugins' | 'sections'> & {
  api: Api
  channel: Channel
  tag: (...tags: string[]) => void
}

type Request = {
  token: string
  path: string
  query: string
  component: string
  settings: Record<string, unknown>
}

/**
 * The settings and data of one section while it is edited. Nothing is read from the draft, so a caller learns no more than a page with
 * these settings would show. Decisions §3 "Live edit protocol".
 *
 * @throws 404 without a valid token for the page, and for an unknown component; 422 when the settings are invalid.
 */
export async function previewSection(
  db: Db,
  options: Options,
  { token, path, query, component, settings }: Request,
): Promise<unknown> {
  if (!(await findPreview({ db, config: options.config }, token, path))) throw previewNotFound()
  const images = await readImages(db, imagePathsIn(settings))
  const texts = await readTexts(db, options.channel)
  const section = { component, settings: fillSettings(sanitiseSettings(withImages(settings, images)), texts) }
  const request = { api: options.api, path, query }
  try {
    const loaded =
      (await options.loadSection(section, request)) ?? (await loadPluginSection(section, request, options))
    if (!loaded) throw sectionNotFound()
    return loaded
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw invalid(
      Object.fromEntries(
        error.issues.map(({ path: field, message }) => [['settings', ...field].join('.'), [message]]),
      ),
    )
  }
}
