import { describe, expect, it } from 'vitest'
import { stored } from '../kit/database'
import { MemoryStore, TableWriter, type KeptTable } from './store'

describe('a table on this device', () => {
  it('is handed to the store after every change, even while the one before is being written', () => {
    const table = { id: 'a', number: 0, touched: 0 } as KeptTable
    const written: number[] = []
    const slow = new MemoryStore()
    slow.keepTable = ({ number }) => {
      written.push(number)
      return new Promise(() => undefined)
    }
    const writer = new TableWriter(slow, table, () => 7)
    for (table.number = 1; table.number < 4; table.number++) writer.save()
    expect(written).toEqual([1, 2, 3])
    expect(table.touched).toBe(7)
  })

  it('is written to the end although the page may be left: its transaction is committed at once', async () => {
    let commits = 0
    const transaction = { commit: () => commits++, oncomplete: () => undefined }
    const waiting = stored({ transaction } as unknown as IDBRequest)
    expect(commits).toBe(1)
    transaction.oncomplete()
    await waiting
  })
})
