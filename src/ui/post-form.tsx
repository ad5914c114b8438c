import type { ReactNode } from 'react'

type Props = {
  action: string
  /** Hidden fields. */
  fields?: Readonly<Record<string, string | number | undefined>>
  /** Runs in place of the post once the page is hydrated. */
  onPost: () => void
  className?: string | undefined
  children: ReactNode
}

/** A form around one control: a plain post without JavaScript, `onPost` with it. By default it has no box of its own. */
export function PostForm({ action, fields = {}, onPost, className, children }: Props) {
  return (
    <form
      method="post"
      action={action}
      className={className}
      style={className ? undefined : { display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault()
        onPost()
      }}
    >
      <HiddenFields fields={fields} />
      {children}
    </form>
  )
}

export const HiddenFields = ({ fields }: { fields: NonNullable<Props['fields']> }) =>
  Object.entries(fields).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
