import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Asks whether the shopper is so old. */
export function AgeDialog({ age, onClose }: { age: number; onClose: (isConfirmed: boolean) => void }) {
  return (
    <Dialog
      title={`Are you ${age} or older?`}
      onClose={() => onClose(false)}
      foot={
        <>
          <Button isWide onClick={() => onClose(true)}>
            Yes, I’m {age} or older
          </Button>
          <Button isWide look="quiet" onClick={() => onClose(false)}>
            No
          </Button>
        </>
      }
    >
      <p>
        This is sold only to people aged {age} and over. Have your ID ready at delivery: the courier checks
        your age.
      </p>
    </Dialog>
  )
}
