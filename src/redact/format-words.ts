/**
 * Words of the transcript format, which hold nobody's secret and without which nobody could tell any more what a line
 * is. `test/redact-structure.test.ts` compares them with the tables of `format/` and `model/`.
 */

/** Names of fields, of lines, blocks and of what tools take and give. They are never replaced. */
export const FORMAT_FIELDS: ReadonlySet<string> = wordsOf(`
  -A -B -C -i -n -o _simulatedSedEdit action activeForm addBlockedBy addBlocks addedBlocks addedLines addedNames
  addedTypes advisorModel agentColor agentDepth agentId agentName agentSetting agentType agent_id agent_type aiTitle
  allUuids allowedPrompts allowedTools allowed_domains anchorUuid annotations answers apiError apiErrorStatus
  apiRefusalCategory apiRefusalExplanation appliedLimit appliedOffset applied_edits approve args artifactRead
  artifact_id assistantAutoBackgrounded atis attachment attachments attributionAgent attributionMcpServer
  attributionMcpTool attributionPlugin attributionSkill audience autoModeConsentFlow awaitingLeaderApproval
  backgroundCwdHint backgroundTaskId backgroundedByUser backgroundedToDeliverMessage backup backupFileName backupTime
  banner base64 bashCount bashEditDiff bashFirst bash_id blob block blockedBy blocked_domains blockingError blocks
  body branch bridgeSessionId bypass bytes cache_control cache_creation cache_creation_input_tokens cache_miss_reason
  cache_missed_input_tokens cache_read_input_tokens caller canReadOutputFile cancelledWakeups caption cause cell_id
  cell_number cell_type character citations clampedDelaySeconds classifierMetaLines clearedAttachmentUUIDs code
  codeText color command commandMode commandName commit compactMetadata compactedToolIds condition connected
  connection container content contentNotInModelContext contents context context_management contract costUSD cron
  cumulativeDroppedTokens customTitle cwd dangerouslyDisableSandbox data decision delaySeconds deltaSummary
  description diagnostics direction disabled disabledReason discard_changes discardedCommits discardedFiles
  displayPath durable durationMs durationSeconds editFileCount edit_mode edits effort elapsedMs elapsedTimeMs
  elapsedTimeSeconds enabled entrypoint ephemeral_1h_input_tokens ephemeral_5m_input_tokens errno error errorDetails
  exitCode failed failed_mcp_servers fallbackModel favicon file fileCount filePath file_path filename filenames files
  filter filterPattern forkedFrom forkedSessionId formatted frameUrl from fullOutput gitBranch gitOperation glob
  handback handbackReport harnessNoteCount harnessSectionHash harnessTailCount hasOutput hasTaskTool headUuid
  head_limit header headers hookAdditionalContext hookCount hookErrors hookEvent hookInfos hookName humanSchedule icon
  id ignore imagePasteIds include inference_geo input inputTokens input_tokens interrupted interruptedByShutdown
  interruptedMessageId isAbortedMidStream isAgent isApiErrorMessage isAsync isCompactSummary isImage isInitial isMeta
  isNetworkDown isSidechain isSnapshotUpdate isSubAgent isTeammate isVisibleInTranscriptOnly is_error is_splitpane
  isolation itemCount iterations jobs json key kind label language lastPrompt lastSequenceNum launchSwarm
  lead_agent_id leafUuid level limit line lines linesAdded linesRemoved liveSubscription localSent logicalParentUuid
  matches maxRetries maxThinkingTokens maxTurns max_results max_turns mcpMeta media_type message messageCount
  messageId messageUuid met metadata microcompactMetadata mimeType mode model multiSelect multiline name names
  needsAuthMcpServers newDate newLines newStart newString newTodos new_source new_string noOutputExpected noop
  normalizedMessages notebook_path numFiles numLines numMatches number offset oldLines oldStart oldString oldTodos
  old_string operation options origin originalBranch originalCwd originalFile originalFileContents originalHeadCommit
  originalModel originalSize original_file otherToolCount output outputFile outputFilePath outputTokens output_mode
  output_tokens output_tokens_details owner ownerAccountUuid ownerOrganizationUuid pages parentAgentName
  parentToolUseID parentUuid path pattern pending pendingBackgroundAgentCount pendingMcpServers pending_mcp_servers
  permissionMode persistedOutputPath persistedOutputSize persistent pin plan planContent planExists planFilePath
  planWasEdited plan_mode_required postTokens pr prNumber prRepository prUrl preEnterOriginalCwd preTokens
  preservedMessages preservedSegment preventedContinuation priority prompt promptId promptSource provider push
  pushSent pushToRemote query question questions rateLimit rateLimits read readCount readdedNames reason recipient
  recurring refusedUserMessageUuid relocatedCwd remaining reminderType removedNames removedTypes replaceAll
  replace_all replacements repository requestID requestId request_id resolvedModel resource result resultCount results
  resume resumeFromRunId resumedAgentId retractedMessageUuids retrieval_status retryAfterSeconds retryAttempt
  retryInMs returnCodeInterpretation rewindToUuid role routing runId run_in_background sandbox scheduledFor scope
  script scriptPath searchCount sentAt sentinel seq sequenceNumber server serverName server_tool_use servers
  service_tier sessionId sessionKind session_id sha shellId shell_id showConcurrencyNote sidechainParentUuid signature
  skill skillCount skillDir skillNames skills slug snapshot snapshotMessageId snippet source sourceToolAssistantUUID
  sourceToolUseID source_uuid species speed staleReadFileStateHint staleRecovered startLine state status statusChange
  stderr stderrLines stdout stdoutLines steerOnly stop stopReason stop_details stop_reason stop_sequence stopped
  structuredContent structuredPatch style subagent_type subject subtype success summary supersedesUuids tag tailUuid
  target task taskDescription taskId taskType task_id task_type tasks teamName team_file_path team_name teammateCount
  teammate_id text thinking thinkingMetadata thinking_tokens timedOutAfterMs timeout timeoutMs timeout_ms timestamp
  title tmuxSessionName tmux_pane_id tmux_session_name tmux_window_name to todos tokens tokensSaved toolDenialKind
  toolEndsTurn toolInput toolName toolStats toolUseID toolUseId toolUseResult tool_name tool_use_id total totalBytes
  totalDurationMs totalLines totalTokens totalToolUseCount total_deferred_tools trackedFileBackups trackingPath
  transcriptDir trigger trigger_id triggers truncated turnCompanion type upToMessageId updated updatedFields
  updated_file uri url usage used userModified userType uuid uuids verificationNudgeNeeded version wait_up_to
  wasClamped wasInterrupted web_fetch web_fetch_requests web_search web_search_requests workflowName worktree
  worktreeBranch worktreeName worktreePath worktreeSession`)

/** What stands in fields that say what something is. Where one is the whole value of such a field it stays. */
export const FORMAT_VALUES: ReadonlySet<string> = wordsOf(`
  Agent AgentOutputTool Artifact AskUserQuestion Bash BashOutput CronCreate CronDelete CronList Edit EnterPlanMode
  EnterWorktree ExitPlanMode ExitWorktree Explore Glob Grep KillBash KillShell LS LSP ListMcpResources
  ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead Notification PermissionRequest Plan PostToolUse
  PostToolUseFailure PowerShell PreCompact PreToolUse PushNotification Read ReadMcpResource ReadMcpResourceTool
  RemoteTrigger ScheduleWakeup SendMessage SendUserFile SessionEnd SessionStart Skill SlashCommand Stop
  StructuredOutput SubagentStart SubagentStop Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate
  TeamCreate TeamDelete TodoWrite ToolSearch UserPromptSubmit WaitForMcpServers WebFetch WebSearch Workflow Write
  acceptEdits add advisor advisor_message advisor_tool_result agent-color agent-name agent-setting agent_listing_delta
  agent_mention agent_progress ai-title allow api_error api_refusal approved ask assistant async async_launched
  atis-latch attachment audio auto auto_mode auto_mode_exit automode-blocked away_summary base64 bash_progress batch
  batching_reminder_sent blocked bridge-session bridge_status budget_usd bypassPermissions claude-desktop
  claude-vscode cli code code_execution command_permissions compact_boundary compact_file_reference compaction
  companion_intro completed content content-replacement count create custom-title date_change default
  deferred_tools_delta delete deleted deny dequeue directory document done dontAsk dynamic_skill edit_cell
  edited_text_file end_turn enqueue error exit_plan_mode explore external failed fallback file file-history-delta
  file-history-snapshot file_unchanged files_with_matches fork fork-context-ref frame-link general-purpose goal_status
  hook_additional_context hook_blocking_error hook_cancelled hook_deferred_tool hook_error_during_execution
  hook_non_blocking_error hook_permission_decision hook_progress hook_response hook_started hook_stopped_continuation
  hook_success hook_system_message human image in_progress info informational insert interrupted invoked_skills killed
  last-prompt list local_agent local_bash local_command manual markdown max_tokens max_turns_reached
  mcp_instructions_delta mcp_progress mcp_tool_result mcp_tool_use message microcompact_boundary mode
  model_context_window_exceeded model_refusal_fallback nested_memory not_found not_started notebook output_style parts
  pause_turn pdf pending permission-mode permission-rule plan plan_file_reference plan_mode plan_mode_exit
  plan_mode_reentry popAll pr-link progress query_update queue-operation queued_command read_truncation_notice
  redacted_thinking refusal rejected relevant_memories relocated remove replace result resume rewind-pointer running
  scheduled_task_fire sdk sdk-cli sdk-py sdk-ts search_result search_results_received server_tool_use session_start
  sidechain silent_turn_reminder skill_listing started stop_hook_summary stop_sequence stopped structured_output
  success suggestion summary system tag task-notification task_reminder task_status teammate teammate_spawned text
  thinking todo_reminder tool_heartbeat tool_reference tool_result tool_use total_tokens_reminder turn_duration
  ultra_effort_enter ultra_effort_exit update url user user-rejected waiting_for_task warning web_search_tool_result
  workflow-subagent worktree-state`)

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
