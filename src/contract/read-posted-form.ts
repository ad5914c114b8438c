import { type PostedForm, postedFormCookie } from './posted-form.ts'

type PageRequest = { url: URL; cookies: Readonly<Record<string, string>> }

/**
 * The state of the form whose post led to this page; null on any other request, and for a malformed cookie. The address has
 * only `posted=1`: no text of a visitor is part of it.
 */
export function readPostedForm({ url, cookies }: PageRequest): PostedForm | null {
  if (url.searchParams.get('posted') !== '1') return null
  try {
    const { form, values, errors, message, notice, sentTo, again } = JSON.parse(
      cookies[postedFormCookie] ?? '',
    ) as PostedForm
    return {
      values: texts(values),
      errors: texts(errors),
      message: text(message),
      ...optional({ form, notice, sentTo, again }),
    }
  } catch {
    return null
  }
}

/** The same for one form of a page that has several. */
export function readPostedOf(request: PageRequest, name: NonNullable<PostedForm['form']>): PostedForm | null {
  const posted = readPostedForm(request)
  return posted?.form === name ? posted : null
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

const texts = (value: unknown) =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )

const optional = (values: Record<string, unknown>) =>
  texts(values) as Pick<PostedForm, 'form' | 'notice' | 'sentTo' | 'again'>
