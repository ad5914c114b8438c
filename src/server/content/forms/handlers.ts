import type { formEndpoints } from '#contract/form.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { shownSince, startToken } from './fill-time.ts'
import { keepFormFile } from './form-files.ts'
import { findPosted } from './posted-form.ts'
import { formTags, readForm, readPhoneRule, type StoredForm, withPhoneRule } from './stored-form.ts'
import { submitForm } from './submit-form.ts'

export const formHandlers: Handlers<typeof formEndpoints> = {
  async get({ id }, call) {
    call.tag(...formTags)
    const ofPlugin = await findPluginForm(call, id)
    const started = startToken(call.config, shownSince(call))
    if (ofPlugin) return { id: null, slug: id, ...ofPlugin, started }
    const { name, slug, description, submit_label, fields, id: formId } = await readForm(call, id)
    return {
      id: formId,
      name,
      slug,
      description,
      consent: null,
      submit_label,
      submit_path: `/api/form/submit/${slug}`,
      prefill: [],
      fields: [...fields],
      started,
    }
  },

  async submit({ id, ...input }, call) {
    const form = await readForm(call, id)
    const values = { ...input.values, ...(await keepUploads(call, form)) }
    return say(form.success_message, {
      id: await submitForm(call.db, call, form, { ...input, values }),
    })
  },

  async posted({ token }, call) {
    // A page that shows it belongs to one visitor, so it must not be cached.
    call.markIncomplete()
    return findPosted(call.db, token)
  },
}

/** Stores the files of a post; the submission names them by their paths. */
async function keepUploads(call: CallContext, form: StoredForm): Promise<Record<string, string>> {
  const { db, config, files, visitor } = call
  const paths: Record<string, string> = {}
  for (const { name, bytes } of call.uploads ?? []) {
    const field = name.replace(/^values\./, '')
    if (Object.hasOwn(paths, field)) throw invalid({ [field]: ['Please choose one file only'] })
    paths[field] = await keepFormFile({ db, config, files, ip: visitor.ip }, form, { name: field, bytes })
  }
  return paths
}

/** The form of an active plugin with this slug. */
async function findPluginForm({ db, plugins, tag }: CallContext, slug: string) {
  tag('plugins')
  for (const { plugin, config } of await plugins.active()) {
    const form = plugin.forms && Object.hasOwn(plugin.forms, slug) && plugin.forms[slug]
    if (!form) continue
    const { fields, consent = null, ...shown } = form(config)
    return { ...shown, consent, fields: withPhoneRule(fields, await readPhoneRule(db)) }
  }
}
