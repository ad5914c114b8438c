import { plainText } from '#contract/rules/plain-text.ts'

export const reviewFieldTypes = ['rating', 'text', 'textarea', 'select', 'image'] as const

export type FieldSetting = {
  name: string
  label: string
  type: (typeof reviewFieldTypes)[number]
  is_required: boolean
  max: number
  options: string[] | null
}

/** Decisions §4. */
export const defaultFields: FieldSetting[] = [
  { name: 'rating', label: 'Overall', type: 'rating', is_required: true, max: 5, options: null },
  { name: 'title', label: 'Title', type: 'text', is_required: false, max: 80, options: null },
  { name: 'comment', label: 'Review', type: 'textarea', is_required: true, max: 2_000, options: null },
  { name: 'images', label: 'Photos', type: 'image', is_required: false, max: 4, options: null },
]

export const HIGHEST_RATING = 5

export type ReviewEntries = { rating: number; texts: Record<string, string>; images: string[] }

/** The entries of a review by the configured fields, and the messages of those that are not valid. */
export function readEntries(
  fields: readonly FieldSetting[],
  input: Readonly<Record<string, unknown>>,
  newPhotos = 0,
): { entries: ReviewEntries; errors: Record<string, string[]> } {
  const entries: ReviewEntries = { rating: 0, texts: {}, images: [] }
  const errors: Record<string, string[]> = {}
  for (const name of Object.keys(input))
    if (!fields.some((field) => field.name === name)) errors[name] = ['This field is not known']
  for (const field of fields) {
    const { name, type, is_required, max } = field
    const given = input[name]
    if (type === 'image') {
      entries.images = [given ?? []].flat().filter((path): path is string => typeof path === 'string')
      const count = entries.images.length + newPhotos
      if (count > max) errors[name] = [`Add at most ${max} ${max === 1 ? 'photo' : 'photos'}`]
      else if (is_required && count === 0) errors[name] = ['The field is required']
      continue
    }
    if (type === 'rating') {
      const rating = typeof given === 'string' && /^\d$/.test(given) ? Number(given) : given
      const isRating = Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= HIGHEST_RATING
      if (isRating) entries.rating = Number(rating)
      else errors[name] = ['Please choose a rating']
      continue
    }
    const message = textError(field, given)
    if (message) errors[name] = [message]
    const text = typeof given === 'string' ? plainText(given).trim() : ''
    if (text !== '') entries.texts[name] = text
  }
  return { entries, errors }
}

function textError({ type, is_required, max, options }: FieldSetting, given: unknown): string | undefined {
  if (given !== undefined && given !== null && typeof given !== 'string') return 'This field is not valid'
  const text = plainText(given ?? '').trim()
  if (text === '') return is_required ? 'The field is required' : undefined
  if (type === 'select') return options?.includes(text) ? undefined : 'Please choose one of the options'
  return [...text].length > max ? `Use at most ${max} characters` : undefined
}
