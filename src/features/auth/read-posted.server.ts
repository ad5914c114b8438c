import { type PostedForm, postedFormCookie } from '#contract/posted-form.ts'
import type { LoadRequest } from '#pages/screen.ts'

type Asked = Pick<LoadRequest<unknown>, 'url' | 'cookies'>

/** What a form post had to say to the page that follows it; null on every other way to the page, and for what is no such thing. */
export function readPosted({ url, cookies }: Asked): PostedForm | null {
  if (url.searchParams.get('posted') !== '1') return null
  try {
    const { values, errors, message, notice, sentTo } = JSON.parse(
      cookies[postedFormCookie] ?? '',
    ) as PostedForm
    return {
      values: texts(values),
      errors: texts(errors),
      message: text(message),
      ...rest({ notice, sentTo }),
    }
  } catch {
    return null
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

const texts = (value: unknown) =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )

const rest = (values: Record<string, unknown>) => texts(values) as Pick<PostedForm, 'notice' | 'sentTo'>
