import { useStore } from 'zustand'
import type { WaitingWrite } from '#contract/offline.ts'
import { Callout } from '#ui/callout.tsx'
import { cancelWaiting, waitingStore } from './waiting-cart.ts'
import css from './waiting-notes.module.css'

/** The cart's writes that wait for a connection, each with a button that takes it back. */
export function WaitingNotes() {
  const writes = useStore(waitingStore, (state) => state.writes)
  return (
    <div role="status">
      {writes.length > 0 && (
        <Callout tone="info" title="Waiting for connection">
          <p>Saved as soon as the shop can be reached again.</p>
          <ul className={css.writes}>
            {writes.map((write) => (
              <li key={write.id} className={css.write}>
                <span dir="auto">{textOf(write)}</span>
                <button
                  type="button"
                  className={css.cancel}
                  onClick={() => void cancelWaiting(({ id }) => id === write.id)}
                >
                  Cancel<span className="visually-hidden">: {textOf(write)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}

function textOf(write: WaitingWrite): string {
  if (write.kind === 'add') return `Add ${write.line.quantity} × ${write.name}`
  return write.quantity === 0 ? `Remove ${write.name}` : `Change ${write.name} to ${write.quantity}`
}
