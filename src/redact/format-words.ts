/**
 * Words of the transcript format, which hold nobody's secret and without which nobody could tell any more what a line
 * is. `test/redact-structure.test.ts` compares them with the tables of `format/` and `model/`.
 */

/** Names of fields, of lines, blocks and of what tools take and give. They are never replaced. */
export const FORMAT_FIELDS: ReadonlySet<string> = wordsOf(`
  -A -B -C -i -n -o _simulatedSedEdit action activeForm addBlockedBy addBlocks addedBlocks addedLines addedNames
  addedTypes additionalWorkingDirectories advisorModel agentColor agentDepth agentId agentName agentSetting
  agentType agent_id agent_type aiTitle allUuids allow_large allowedPrompts allowedTools allowed_domains anchorUuid
  annotations answers apiBlockIndex apiError apiErrorStatus apiErrorType apiRefusalCategory apiRefusalExplanation
  appliedLimit appliedOffset applied_edits approve args artifactRead artifact_id assistantAutoBackgrounded atis
  attachment attachments attributionAgent attributionMcpServer attributionMcpTool attributionPlugin attributionSkill
  audience autoModeConsentFlow awaitingLeaderApproval backgroundCwdHint backgroundTaskId backgroundedByUser
  backgroundedToDeliverMessage backup backupFileName backupTime banner base base64 bashCount bashEditDiff bashFirst
  bashFirstSteer bash_id blob block blockedBy blocked_domains blockingError blocks body branch bridgeSessionId
  builtInPluginTypes builtInTypes bypass bytes cacheControl cache_control cache_creation cache_creation_input_tokens
  cache_miss_reason cache_missed_input_tokens cache_read_input_tokens caller canContinueAgent canReadOutputFile
  cancelledWakeups caption category cause causeNeutral cell_id cell_number cell_type changes channel character
  citations clampedDelaySeconds classifierMetaLines clearedAttachmentUUIDs cliPrefix code codeText color command
  commandMode commandName commandRun commandUuid commit compactMetadata compactedToolIds condition connected
  connection container content contentDiffersFromDisk contentHash contentLength contentNotInModelContext contents
  context contextRendering context_management contract costUSD count cron cronKind cumulativeDroppedTokens cursor
  customTitle cwd dangerouslyDisableSandbox data date decision defer_loading delaySeconds deliveryId delivery_id
  deltaSummary description diagnostics digests direction disabled disabledReason discard_changes discardedCommits
  discardedFiles displayPath durable durationMs durationSeconds echoWireToolInputs editFileCount edit_mode edits
  effort elapsedMs elapsedTimeMs elapsedTimeSeconds enabled ending entries entrypoint enveloped
  ephemeral_1h_input_tokens ephemeral_5m_input_tokens errno error errorDetails exitCode exitCommitted explicit
  failed failedHookErrorIndexes failedMcpServers failedResponseHadNoToolCall failed_mcp_servers failure_scenario
  fallbackModel fallback_credit favicon field file fileCount filePath file_path filename filenames files filter
  filterPattern findings finishExposedWork forkedFrom forkedSessionId formatted frameUrl from fullOutput gitBranch
  gitOperation gitStatus glob grantScope handback handbackReport harnessNoteCount harnessSectionHash
  harnessTailCount hasOutput hasTaskTool hasUnknownModelCost hash headUuid head_limit header headers
  holdsPersonsWords hookAdditionalContext hookCount hookErrors hookEvent hookInfos hookName humanSchedule humanTurn
  icon id identity ignore imagePasteIds include inference_geo inlineTools input inputTokens input_schema
  input_tokens interrupted interruptedByShutdown interruptedMessageId isAbortedMidStream isAgent isApiErrorMessage
  isAsync isCompactSummary isDisplayOnly isGitRepo isImage isInitial isMeta isNetworkDown isSidechain
  isSnapshotUpdate isSubAgent isTeammate isVisibleInTranscriptOnly isWorktree is_error is_splitpane isolation
  itemCount iterations jobs json keep keptReminders key kind knowledgeCutoff label language lastPrompt
  lastSequenceNum launchSwarm lead_agent_id leafUuid level limit line lines linesAdded linesRemoved listing
  liveSubscription localSent logicalParentUuid madeBy managedCommit managedPr marketingName matches maxRetries
  maxThinkingTokens maxTurns max_results max_turns mcpCallNotReadOnly mcpMeta media_type message messageCount
  messageId messageUuid met metadata microcompactMetadata mimeType mode model modelId modelUsage multiSelect
  multiline name names needsAuthMcpServers newDate newLines newStart newString newTodos new_source new_string
  nextFireAt noOutputExpected noResponse noop normalizedMessages notebook_path notes notify_when_idle numFiles
  numLines numMatches number offset oldLines oldStart oldString oldTodos old_string operation options origin
  originalBranch originalCwd originalCwdMissing originalFile originalFileContents originalHeadCommit originalModel
  originalSize original_file osVersion otherToolCount outcome output outputFile outputFilePath outputTokens
  output_mode output_tokens output_tokens_details owner ownerAccountUuid ownerOrganizationUuid pages params
  parentAgentName parentToolUseID parentUuid path pattern pending pendingBackgroundAgentCount pendingMcpServers
  pending_mcp_servers perTurnEffort permissionDecision permissionMode persistedOutputPath persistedOutputSize
  persistent pin plan planContent planExists planFilePath planWasEdited plan_mode_required platform postTokens pr
  prNumber prRepository prUrl preEnterOriginalCwd preTokens preservedMessages preservedSegment preventContinuation
  preventedContinuation priority producer prompt promptCacheRequested promptId promptIndex promptKept promptSource
  promptSubmitEnding protocols provider push pushSent pushToRemote q query querySource question questions
  queuePriority queueSkipAttachments queueSkipSlashCommands rateLimit rateLimits read readCount readdedNames reason
  reasonCode reasonType recipient recipient_kind recurring refusedMessageId refusedUserMessageUuid relocatedCwd
  remaining reminderFold reminderType removedNames removedTypes rendered renderedBesideToolResult renderedRole
  replaceAll replace_all replacements repository requestDigest requestID requestId requestRef requestSessionId
  request_id requestedModel rereadEntry resolvedModel resource restoredCwd result resultCount results resume
  resumeFromRunId resumedAgentId retractedMessageUuids retrieval_status retryAfterSeconds retryAttempt retryInMs
  returnCodeInterpretation rewindToUuid role routing ruleSource runId run_in_background sandbox sandboxed
  savedCopyFraming scheduledFireId scheduledFor scheduledTaskId schema scope script scriptPath searchCount sections
  sendUserFileHint sentAt sentinel seq sequenceNumber server serverClassifierRequest serverName server_tool_use
  servers service_tier sessionId sessionKind session_id severity sha shape shapeHash shell shellId shell_id
  short_summary showConcurrencyNote sidechainParentUuid signature skill skillCount skillDir skillNames skills slug
  snapshot snapshotMessageId snippet source sourceToolAssistantUUID sourceToolUseID source_uuid species speed
  staleReadFileStateHint staleRecovered startLine startTime state status statusChange stderr stderrLines stdout
  stdoutLines steerOnly stop stopReason stop_details stop_reason stop_sequence stopped structuredContent
  structuredPatch style subagent_type subject subtype success summary supersedesUuids surfacedNames systemPrompt
  systemTurns tag tail tailUuid target task taskDescription taskId taskKind taskType task_id task_type tasks
  teamName team_file_path team_name teammateCount teammate_id text thinking thinkingDisplay thinkingDurationMs
  thinkingMetadata thinking_tokens timedOutAfterMs timeout timeoutMs timeout_ms timestamp title tmuxSessionName
  tmux_pane_id tmux_session_name tmux_window_name to todos tokens tokensSaved toolChangeHeader toolDenialBeforeRun
  toolDenialKind toolEndsTurn toolInput toolInputStreamMs toolName toolStats toolUseID toolUseId toolUseResult
  tool_name tool_use_id tools total totalAPIDuration totalAPIDurationWithoutRetries totalBytes totalCostUSD
  totalDuration totalDurationMs totalLines totalLinesAdded totalLinesRemoved totalTokens totalToolDuration
  totalToolUseCount total_deferred_tools trackedFileBackups trackingPath transcriptDir trigger trigger_id triggers
  truncated turnCompanion turnCount turnIndex turnOrigin turnPosition type upToMessageId updated updatedFields
  updated_file uri url usage used userFeedback userModified userType uuid uuids verdict verificationNudgeNeeded
  version wait_up_to wakeup wakeupSource wasClamped wasInterrupted web_fetch web_fetch_requests web_search
  web_search_requests wireHiddenNames workflowName workingDirectory worktree worktreeBranch worktreeName
  worktreePath worktreeSession ws
`)

/** What stands in fields that say what something is. Where one is the whole value of such a field it stays. */
export const FORMAT_VALUES: ReadonlySet<string> = wordsOf(`
  Agent AgentOutputTool Artifact AskUserQuestion Bash BashOutput CronCreate CronDelete CronList Edit EnterPlanMode
  EnterWorktree ExitPlanMode ExitWorktree Explore Glob Grep KillBash KillShell LS LSP ListAgents ListMcpResources
  ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead Notification PermissionRequest Plan PostToolUse
  PostToolUseFailure PowerShell PreCompact PreToolUse Project PushNotification Read ReadMcpResource
  ReadMcpResourceDirTool ReadMcpResourceTool RemoteTrigger ReportFindings ScheduleWakeup SendMessage SendUserFile
  SessionEnd SessionStart Skill SlashCommand Stop StructuredOutput SubagentStart SubagentStop Task TaskCreate
  TaskGet TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoWrite ToolSearch User UserPromptSubmit
  WaitForMcpServers WebFetch WebSearch Workflow Write absorbed_mid_turn accept acceptEdits add advisor
  advisor_message advisor_tool_result agent-color agent-name agent-setting agent:builtin: agent:custom:
  agent_listing_delta agent_mention agent_progress ai-title allow already_read_file announced api-request
  api-request-blob api-request-shape api_error api_refusal approved ask assistant async async_launched atis-latch
  attachment audio auto auto-continuation auto_mode auto_mode_exit automode-blocked away_summary base64
  bash_progress batch batching_reminder_sent blocked blocked_by_hook bridge-session bridge_status budget_usd
  bypassPermissions claude-desktop claude-vscode cli code code_execution command_permissions compact_boundary
  compact_file_reference compaction companion_intro completed config content content-replacement cost-state count
  create custom-title date date_change default deferred_tools_delta deferred_tools_record delete deleted deny
  dequeue directory document done dontAsk dynamic_skill edit_cell edited_text_file end_turn enqueue environment
  error exit_plan_mode explore external failed fallback file file-history-delta file-history-snapshot file_unchanged
  files_with_matches fork fork-context-ref frame-link general-purpose goal_status hook_additional_context
  hook_blocking_error hook_cancelled hook_deferred_tool hook_error_during_execution hook_non_blocking_error
  hook_permission_decision hook_progress hook_response hook_started hook_stopped_continuation hook_success
  hook_system_message human image in_progress info informational insert instructions interrupted
  invalid_request_error invoked_skills killed last-prompt later list local_agent local_bash local_command loop
  loop_wakeup manual markdown max_tokens max_turns_reached mcp_instructions_delta mcp_progress mcp_tool_result
  mcp_tool_use message microcompact_boundary mode model model_context_window_exceeded model_refusal_fallback
  nested_memory no_hint normal not_found not_started notebook notice omitted once other output_style parts
  pause_turn pdf peer pending permission-mode permission-rule plan plan_file_reference plan_mode plan_mode_exit
  plan_mode_reentry popAll pr-link progress projectSettings prompt prompt_snapshot query_update queue-operation
  queued queued_command read_truncation_notice redacted_thinking refusal reject rejected relaxed relevant_memories
  relocated remote_mobile remote_session_change remove repl_main_thread replace request_retry result resume
  rewind-pointer rule running schedule_wakeup scheduled scheduled_task_fire sdk sdk-cli sdk-py sdk-ts search_result
  search_results_received server_tool_use session session-task session_context session_cron_carry session_start
  sidechain silent_turn_reminder skill_listing started stop_hook_summary stop_sequence stopped structured_output
  subcommandResults success suggestion summary system tag task-notification task_notification task_reminder
  task_status teammate teammate_spawned text thinking todo_reminder tool_heartbeat tool_reference tool_result
  tool_use tools-used total_tokens_reminder turn_duration typed ultra_effort_enter ultra_effort_exit update updates
  url user user-rejected user_reject user_temporary waiting_for_task warning web_search_tool_result
  workflow-subagent worktree-state
`)

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
