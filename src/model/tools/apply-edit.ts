import { asArray, asObjects, asString, type JsonObject } from '../../format/json.ts'

/**
 * A file after Edit or MultiEdit, from its content before and the fields that say what was replaced: those of the input,
 * or of the result, which has the words as they stand in the file. Undefined where they do not fit the content. A patch
 * cannot be used for this: clients write tabs into it as spaces.
 */
export function applyEdit(content: string, fields: JsonObject): string | undefined {
  let after: string | undefined = content
  for (const edit of asArray(fields.edits) ? asObjects(fields.edits) : [fields]) {
    after = after === undefined ? undefined : replaceIn(after, edit)
  }
  return after
}

function replaceIn(content: string, edit: JsonObject): string | undefined {
  const before = asString(edit.old_string) ?? asString(edit.oldString)
  const after = asString(edit.new_string) ?? asString(edit.newString)
  if (before === undefined || after === undefined) return undefined
  // Nothing to replace: a new file, or an empty one.
  if (before === '') return content === '' ? after : undefined
  // Who takes out whole lines takes out the end of the last one, too: so the client has it.
  const takesLine = after === '' && !before.endsWith('\n') && content.includes(`${before}\n`)
  const found = takesLine ? `${before}\n` : before
  if (!content.includes(found)) return undefined
  const isAll = edit.replace_all === true || edit.replaceAll === true
  return isAll ? content.replaceAll(found, () => after) : content.replace(found, () => after)
}
