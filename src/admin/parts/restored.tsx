import { Button } from '#ui/button.tsx'
import { screenStyles as screen } from './screen-styles.ts'

/** Says that the form shows changes that were not saved before the page was loaded again. */
export function Restored({ discard }: { discard: (() => void) | undefined }) {
  return (
    <div role="status">
      {discard && (
        <div className={screen.notice}>
          <p>Your unsaved changes are back. They are not saved yet.</p>
          <div className={screen.buttons}>
            <Button look="secondary" onClick={discard}>
              Discard them
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
