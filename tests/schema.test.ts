import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { pictureFile, schemaPicture } from '../scripts/schema-picture.ts'
import { schemaFile, schemaText } from '../scripts/schema-text.ts'

const { pool } = await testDatabase()

test('the generated table types match the migrated database (`npm run schema` updates them)', async () => {
  const client = await pool.connect()
  try {
    expect(await readFile(schemaFile, 'utf8')).toBe(await schemaText(client))
  } finally {
    client.release()
  }
})

test('the picture of the tables matches the migrated database (`npm run schema` updates it)', async () => {
  const client = await pool.connect()
  try {
    expect(await readFile(pictureFile, 'utf8')).toBe(await schemaPicture(client))
    await client.query('begin')
    await client.query('create table shapes (id integer)')
    await expect(schemaPicture(client)).rejects.toThrow('schema-areas.ts: shapes is in no area')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('schemaText throws for a column without a known TypeScript type', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('create table shapes (outline polygon)')
    await expect(schemaText(client)).rejects.toThrow('shapes.outline is a polygon')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
