import type { contentRoutes } from '#contract/admin/content/routes.ts'
import type { InputsOf } from './inputs-of.ts'

/** A page that does not exist: nothing is changed. */
const ref = { id: 999_999_999, revision: 1 }

/** A harmless valid input of each content endpoint. */
export const contentInputs: InputsOf<typeof contentRoutes> = {
  adminPages: {
    sectionTypes: {},
    get: { id: 1 },
    create: { name: 'A page', slug: 'cart' },
    saveDraft: { ...ref, content: { name: 'A page' } },
    discardDraft: ref,
    publish: ref,
    unschedule: ref,
    versions: { id: 1 },
    version: { id: 1, number: 999 },
    restore: { ...ref, number: 1 },
    remove: ref,
    previewToken: { id: 1 },
    presence: { id: 999_999_999 },
  },
  adminMedia: {
    upload: {},
    describe: { id: 999_999_999, version: 'an-old-version', alt: 'A bowl' },
    replace: { id: 999_999_999, version: 'an-old-version' },
  },
  adminVideos: {
    start: { name: 'Kiln', bytes: 1_000_000_000 },
    addPart: { id: 999_999_999, offset: 0 },
    rename: { id: 999_999_999, version: 'an-old-version', name: 'Kiln' },
    setCaptions: { id: 999_999_999, version: 'an-old-version', language: 'en' },
    removeCaptions: { id: 999_999_999, version: 'an-old-version' },
  },
  adminSubmissions: {
    answer: { id: 999_999_999, text: 'Yes, we do.' },
    mark: { id: 999_999_999, is_answered: true },
    assignees: {},
    assign: { id: 999_999_999, staff_id: null, from_id: null },
  },
}
