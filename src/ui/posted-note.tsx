import { formAction, type PostedForm } from '#contract/posted-form.ts'
import { Button } from './button.tsx'
import { Callout } from './callout.tsx'
import { HiddenFields } from './post-form.tsx'

type Props = { posted: Partial<PostedForm> | null | undefined }

/** The result of a form that was sent without JavaScript; one that is to be confirmed is sent again with its values. */
export function PostedNote({ posted }: Props) {
  const { notice, message, again, form, values = {} } = posted ?? {}
  return (
    <>
      {notice && <Callout tone="success" title={notice} isAlert />}
      {message && (
        <Callout
          tone={again ? 'warning' : 'error'}
          title={message}
          isAlert
          action={
            again &&
            form && (
              <form method="post" action={formAction(form)}>
                <HiddenFields fields={values} />
                <Button type="submit">{again}</Button>
              </form>
            )
          }
        />
      )}
    </>
  )
}
