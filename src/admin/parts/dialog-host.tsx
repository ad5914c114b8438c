import { useEffect, useId } from 'react'
import { addDialogHost } from './dialog-requests.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

/** Shows what any screen may have to ask. It is also inside every other dialog, since a modal dialog makes everything around it inert. */
export function DialogHost() {
  const host = useDialogHost()
  return (
    <>
      <ProofDialog host={host}>
        <InsideProof />
      </ProofDialog>
      <SignInDialog host={host} />
      <LeaveDialog host={host} />
    </>
  )
}

/** The session may end while the proof is asked for. */
function InsideProof() {
  const host = useDialogHost()
  return (
    <>
      <SignInDialog host={host} />
      <LeaveDialog host={host} />
    </>
  )
}

function useDialogHost() {
  const id = useId()
  useEffect(() => addDialogHost(id), [id])
  return id
}
