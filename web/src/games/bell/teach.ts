/**
 * Tables at which a lesson is held. There every refusal is explained; in a real match an explanation would lie over the
 * cards of the race, so the bell's table says it in its own way.
 */

import type { TableState } from '../../table/table.svelte'

const lessons = new WeakSet<TableState>()

export const teachAt = (table: TableState): void => void lessons.add(table)
export const isLesson = (table: TableState): boolean => lessons.has(table)
