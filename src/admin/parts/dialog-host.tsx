import { useEffect, useId } from 'react'
import { addDialogHost } from './dialog-requests.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { Messages } from './messages.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

/** Shows what any screen may have to ask or say. It is also inside every other dialog, since a modal dialog makes everything around it inert. */
export function DialogHost() {
  const host = useDialogHost()
  return (
    <>
      <ProofDialog host={host}>
        <InsideProof />
      </ProofDialog>
      <SignInDialog host={host} />
      <LeaveDialog host={host} />
      <Messages />
    </>
  )
}

/** The session may end while the proof is requested. */
function InsideProof() {
  const host = useDialogHost()
  return (
    <>
      <SignInDialog host={host} />
      <LeaveDialog host={host} />
      <Messages />
    </>
  )
}

function useDialogHost() {
  const id = useId()
  useEffect(() => addDialogHost(id), [id])
  return id
}
