import { expect, test } from 'vitest'
import { cutScripts, isWhole } from './cut-scripts.ts'

test('a run of Japanese is cut into words, without endings and particles', () => {
  expect(cutScripts('ログイン画面のデザインを変更して')).toEqual(['ログイン', '画面', 'デザイン', '変更'])
  expect(cutScripts('セッションが切れる')).toEqual(['セッション', '切れ'])
  expect(cutScripts('Redisの有効期限')).toEqual(['Redis', '有効期限'])
})

test('Chinese is cut at signs and other letters alone', () => {
  expect(cutScripts('下单又死锁了，库存怎么加锁')).toEqual(['下单又死锁了', '库存怎么加锁'])
  expect(cutScripts('导出Excel失败')).toEqual(['导出', 'Excel', '失败'])
})

test('other text stays as it is, and a short word of katakana is whole', () => {
  expect(cutScripts('Überweisung')).toEqual(['Überweisung'])
  expect([isWhole('デザイン'), isWhole('設定画面')]).toEqual([true, false])
})
