"""Whoever wants what is not theirs: the rules on people, ids and untrusted text, and which test tries each.

`test_rules.py` checks that every test that is named here exists.

| rule | tests |
| --- | --- |
| T1 What is somebody else's is as what does not exist, at every address, for every kind of id | tests/attacks/test_every_route.py::test_of_every_address_it_is_said_whom_it_is_for tests/attacks/test_every_route.py::test_what_is_somebody_elses_is_as_what_does_not_exist_and_nothing_changes tests/attacks/test_every_route.py::test_who_is_not_in_is_told_so_and_nothing_else tests/attacks/test_every_route.py::test_a_visitor_reaches_nothing_of_whose_site_it_is tests/api/test_mcp.py::test_nobody_reaches_what_is_another_s |
| T2 A message's id is ours, never the client's | tests/ui/test_guards.py::test_a_message_with_the_id_of_another_persons_message_leaves_that_one_as_it_is tests/ui/test_guards.py::test_what_a_message_says_about_itself_is_not_believed |
| T3 Thumbs belong to the owner of the thread | tests/ui/test_guards.py::test_nobody_rates_another_persons_answer |
| T4 Elements are made by the server; no name becomes a path | tests/ui/test_guards.py::test_a_route_that_is_not_used_is_closed tests/api/test_odd_names.py::test_a_file_of_any_name_is_taken tests/promises/test_file_store.py::test_any_id_is_a_name_of_its_own |
| T5 A parent of one's own opens no child of somebody else | tests/attacks/test_every_route.py::test_a_parent_of_ones_own_opens_no_child_of_somebody_else |
| T6 A file is used where it was uploaded, or where its owner attached its library | tests/attacks/test_requests.py::test_a_file_of_somebody_else_is_sent_with_no_message tests/api/test_libraries.py::test_another_users_library_is_attached_by_nobody_and_refused_as_an_unknown_one_is tests/api/test_libraries.py::test_an_id_that_stands_in_the_settings_by_whatever_way_opens_nothing |
| T7 No caller names a collection | tests/attacks/test_requests.py::test_no_field_of_a_search_leads_out_of_the_thread tests/attacks/test_requests.py::test_no_field_of_the_api_names_a_collection_or_holds_a_vector |
| T8 A page is its user's | tests/ui/test_guards.py::test_another_persons_session_cannot_be_taken_over tests/ui/test_guards.py::test_a_socket_without_a_session_cookie_is_refused tests/ui/test_sessions.py::test_a_token_opens_nothing_after_logging_out |
| T9 A stream is its asker's | tests/attacks/test_every_route.py::test_what_is_somebody_elses_is_as_what_does_not_exist_and_nothing_changes tests/ui/test_people.py::test_whoever_is_shut_out_is_off_every_way_there_is |
| T10 Nothing is shared unless its owner says so, and no longer | tests/api/test_sharing.py::test_nothing_is_shared_where_it_is_not_switched_on tests/api/test_sharing.py::test_anybody_reads_a_shared_thread_without_an_id_in_it tests/api/test_sharing.py::test_a_link_ends_at_once tests/api/test_sharing.py::test_only_the_owner_shares_and_stops_it |
| T11 By name as by id | tests/api/people/test_users.py::test_users_are_for_admins_whoever_is_asked_about |
| T12 Whoever is shut out is out everywhere | tests/ui/test_people.py::test_whoever_is_shut_out_is_off_every_way_there_is tests/ui/test_people.py::test_a_revoked_key_ends_what_runs_by_it_and_nothing_else |
| T13 A key counts where keys are sent | tests/attacks/test_requests.py::test_a_key_counts_only_where_keys_are_sent tests/ui/test_sessions.py::test_a_key_and_a_session_show_the_same_and_only_as_a_bearer_s |
| T14 A token is ours, of a session that goes on | tests/ui/test_sessions.py::test_tokens_that_are_made_up_or_changed_open_nothing tests/ui/test_sessions.py::test_a_session_cannot_be_renewed tests/ui/test_sessions.py::test_a_token_from_before_opens_nothing |
| T15 Passwords are not guessed | tests/ui/test_guards.py::test_the_sixth_wrong_password_in_a_minute_is_one_too_many |
| T16 Foreign pages read and write nothing | tests/api/test_edge.py::test_a_foreign_page_may_not_write tests/api/test_edge.py::test_a_foreign_page_may_not_open_the_socket tests/attacks/test_requests.py::test_an_answer_says_to_no_foreign_page_that_it_may_read_it tests/attacks/test_requests.py::test_no_server_starts_that_every_page_could_read |
| T17 The host is one of ours | tests/api/test_edge.py::test_a_foreign_host_name_is_refused_everywhere tests/api/test_mcp.py::test_keys_hosts_and_origins_are_checked_and_there_are_no_sessions |
| T18 MCP keeps no sessions | tests/api/test_mcp.py::test_keys_hosts_and_origins_are_checked_and_there_are_no_sessions tests/ui/test_guards.py::test_a_route_that_is_not_used_is_closed |
| T19 No address in a text is fetched | tests/attacks/test_requests.py::test_no_address_in_a_file_or_a_question_is_fetched |
| T20 What is shown does not run | tests/attacks/test_leaving.py::test_nothing_that_is_shown_asks_another_machine tests/ui/test_guards.py::test_an_uploaded_page_is_downloaded_never_shown tests/api/test_memory.py::test_the_page_shows_what_is_remembered_and_nothing_in_it_is_markup |
| T21 What is shown asks no other machine | tests/attacks/test_leaving.py::test_nothing_that_is_shown_asks_another_machine tests/attacks/test_leaving.py::test_nothing_that_is_quoted_from_a_file_asks_another_machine tests/api/test_sharing.py::test_nothing_in_an_answer_leads_or_loads_anything |
| T22 Requests beyond measure are refused | tests/attacks/test_requests.py::test_a_range_of_ten_thousand_parts_is_answered_like_any_other tests/attacks/test_requests.py::test_a_form_beyond_measure_is_refused_and_the_next_request_answered |
| T23 A body of any shape is answered | tests/api/test_fuzzing.py::test_cases_made_from_the_description_find_no_failure_of_ours_and_nothing_undocumented tests/api/test_problems.py::test_a_wrong_type_is_an_invalid_request |
| T24 The vector store has no port | tests/attacks/test_requests.py::test_nothing_of_the_server_listens_but_its_own_port |
| T25 Bad files end as a text or a sentence | tests/extraction/hostile/test_hostile.py::test_a_hostile_file_ends_as_a_text_or_a_sentence tests/extraction/test_sandbox.py::test_a_reader_that_crashes_stops_that_file_only |
| T26 An error tells no inside | tests/api/test_problems.py::test_what_nobody_expected_is_told_by_a_reference_only tests/ui/test_said_plainly.py::test_anything_else_is_shown_with_a_reference_that_stands_in_the_log_too |
| T27 A visitor's token is short and of one site | tests/api/test_widget.py::test_a_token_is_for_one_visitor_of_one_origin_and_fifteen_minutes_at_most tests/api/test_widget.py::test_the_door_lets_a_visitor_to_their_own_threads_and_nowhere_else tests/api/test_widget.py::test_without_a_token_of_this_site_the_door_is_shut |
| T28 Figures are not public and name nobody | tests/api/test_watching.py::test_with_sign_in_metrics_are_for_admins_and_for_who_has_the_token tests/attacks/test_every_route.py::test_figures_of_the_server_are_for_an_admin_at_a_browser_too tests/attacks/test_requests.py::test_neither_the_log_nor_the_figures_hold_words_keys_or_tokens |
| T29 No word stands in a log | tests/attacks/test_requests.py::test_neither_the_log_nor_the_figures_hold_words_keys_or_tokens |
| T30 No table is exported that a spreadsheet would run | tests/attacks/test_requests.py::test_no_field_of_the_api_names_a_collection_or_holds_a_vector |
| T31 What is locked is not older than its last known hole | tests/attacks/test_rules.py::test_what_is_locked_is_not_older_than_its_last_known_hole |
"""  # noqa: E501 - a table's rows can't be broken
