import { useState } from 'react'

export function NameField() {
  const [name, setName] = useState('')
  const [isGift, setGift] = useState(false)
  const [file, setFile] = useState<string>()
  const [saved, setSaved] = useState<string[]>([])
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" id="inner" onClick={() => setSaved((names) => [...names, name])}>
        Save
      </button>
      <label>
        <input type="checkbox" checked={isGift} onChange={(event) => setGift(event.target.checked)} /> Gift
      </label>
      <input type="file" aria-label="Picture" onChange={(event) => setFile(event.target.files?.[0]?.name)} />
      <output>{saved.join(', ')}</output>
      <p id="state">
        {name}, {isGift ? 'gift' : 'no gift'}, {file ?? 'no file'}
      </p>
    </>
  )
}
