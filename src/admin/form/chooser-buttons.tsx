import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { showMessage } from '../parts/messages.tsx'
import css from './form.module.css'

type Props = {
  /** Of the field, for the buttons' accessible names: `Replace Logo`. */
  title: string
  isChosen: boolean
  /** Lets the editor choose a file and takes it. Undefined where there is no media library. */
  choose: (() => Promise<void>) | undefined
  /** Undefined where the field cannot be empty. */
  remove: (() => void) | undefined
  /** Shown when choosing fails without a message of its own. */
  failure: string
  /** Further buttons, before Remove. */
  children?: ReactNode
}

/** The buttons of a field whose value is chosen from the media library: choose or replace, and remove. */
export function ChooserButtons({ title, isChosen, choose, remove, failure, children }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const verb = isChosen ? 'Replace' : 'Choose'

  async function onChoose() {
    setIsBusy(true)
    try {
      await choose?.()
    } catch (error) {
      showMessage(error instanceof Error ? error.message : failure, 'bad')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <span className={css.buttons}>
      {choose && (
        <Button look="secondary" isBusy={isBusy} aria-label={`${verb} ${title}`} onClick={onChoose}>
          {verb}
        </Button>
      )}
      {children}
      {isChosen && remove && (
        <Button look="quiet" aria-label={`Remove ${title}`} onClick={remove}>
          Remove
        </Button>
      )}
    </span>
  )
}
