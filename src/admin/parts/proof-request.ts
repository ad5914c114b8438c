import { create } from 'zustand'

type State = {
  /** Set while an action waits for the proof; called with whether it was given. */
  settle: ((isProved: boolean) => void) | undefined
  /** The dialogs that can ask, the innermost last: it must be inside the dialog that is open. */
  hosts: readonly string[]
}

export const useProofRequest = create<State>(() => ({ settle: undefined, hosts: [] }))

let pending: Promise<boolean> | undefined

/** Asks for the proof of identity; actions that need it at the same time share one dialog. False when it is cancelled. */
export function requestProof(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => useProofRequest.setState({ settle: resolve })).finally(() => {
    pending = undefined
    useProofRequest.setState({ settle: undefined })
  })
  return pending
}

/** Registers a dialog that can ask, while it is mounted. */
export function addProofHost(host: string): () => void {
  useProofRequest.setState(({ hosts }) => ({ hosts: [...hosts, host] }))
  return () => useProofRequest.setState(({ hosts }) => ({ hosts: hosts.filter((one) => one !== host) }))
}
