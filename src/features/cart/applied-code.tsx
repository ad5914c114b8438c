import { type ReactNode, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { PostForm } from '#ui/post-form.tsx'
import css from './applied-code.module.css'

type Props = {
  /** Of the button that takes it off the cart. */
  label: string
  /** Its form without JavaScript. */
  action: string
  fields: Readonly<Record<string, string | number>>
  remove: () => Promise<void>
  children: ReactNode
}

/** What a code has put on the cart: a coupon, a gift card. */
export function AppliedCode({ label, action, fields, remove, children }: Props) {
  const [isRemoving, setIsRemoving] = useState(false)
  async function removeOnce() {
    if (isRemoving) return
    setIsRemoving(true)
    await remove()
    setIsRemoving(false)
  }
  return (
    <div className={css.applied}>
      <Icon name="check" size={18} />
      <p className={css.words}>{children}</p>
      <PostForm action={action} fields={fields} onPost={() => void removeOnce()}>
        <button
          type="submit"
          className={css.remove}
          aria-label={label}
          title="Remove"
          aria-disabled={isRemoving || undefined}
        >
          <Icon name="close" size={18} />
        </button>
      </PostForm>
    </div>
  )
}
