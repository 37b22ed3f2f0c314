"""Courtesies in English."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies, combined
from chat.text.calendar_names import ENGLISH_WEEKDAYS

ENGLISH = Courtesies(
    greeting=(
        "hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day|how are you|how are you doing"
        "|how's it going|what's up|nice to meet you|are you there|happy new year|merry christmas|yo|sup|heya|hello again"
        "|good to see you|nice to see you|anyone there|anybody there|anyone here|you there|hello there|ping|hi there"
        "|are you here|welcome back|how are things|how are you today|how's your day|how is your day|how was your day"
        "|how was your weekend|how have you been|how do you do|hope you are well|hope you're well|happy birthday"
        "|happy easter|happy holidays|happy friday|happy monday|congratulations|congrats|season's greetings"
        "|pleased to meet you|what's new|wassup|morning|evening|afternoon"
    ),
    thanks=(
        "thanks|thank you|thx|ty|cheers|much appreciated|i appreciate it|thank u|well done|good job|great job|nice work"
        "|good work|you're great|you're awesome|you're the best|ta|tysm|thnx|tnx|thankyou|many thanks|kind regards"
        "|best regards|much obliged|bless you|thanks in advance|i am grateful|i'm grateful|grateful|appreciated"
        "|appreciate it|appreciate that|i appreciate that|i really appreciate it|really appreciate it|you rock"
        "|you are great|you are awesome|you are the best|you're a star|you're a legend|you're a lifesaver|you are amazing"
        "|you're amazing|good bot|good one|nice one|good stuff|great work|great stuff|excellent work|brilliant work|bravo"
        "|kudos|awesome work|love it|i love it|that did it|that does it|that did the trick|that solved it|that works"
        "|that worked|just what i needed|exactly what i needed|what i needed|exactly what i was looking for"
        "|just what i was looking for|problem solved|you helped me a lot|you helped a lot|you've been very helpful"
        "|you've been a great help|you have been very helpful"
    ),
    goodbye=(
        "bye|goodbye|good bye|bye bye|see you|see you later|see you soon|good night|take care|talk to you later"
        "|have a nice day|have a good day|have a great day|see you tomorrow|see you next week|that's all for today"
        "|that's all for now|cya|see ya|later|laters|ttyl|talk soon|so long|farewell|until next time|until tomorrow"
        "|till tomorrow|catch you later|speak soon|have a good one|have a nice weekend|have a great weekend"
        "|have a good weekend|have a good evening|have a nice evening|enjoy your day|enjoy your evening|enjoy your weekend"
        "|sleep well|sweet dreams|i'm off|i have to go|i've got to go|gotta go|i must go now|signing off|good luck"
        "|same to you|you too|likewise|that's it for today|that's it for now|that's all|that's it|that will be all"
        "|that would be all|we're done|i'm done|i'm done for today"
        + "|"
        + combined(
            "see you |see you on |talk to you |talk to you on |see you next ",
            f"{'|'.join(ENGLISH_WEEKDAYS)}|tonight|then|around|there|week",
        )
        + "|"
        + combined(
            "have a |enjoy your |enjoy the ",
            "good |great |nice |lovely |wonderful |pleasant |",
            "day|evening|afternoon|morning|night|weekend|week|trip|holiday",
        )
    ),
    beside=(
        "there|everyone|all|again|so|very|much|a lot|a bunch|for your help|for the help|for that|for everything|friend|dear"
        "|threadwise|assistant|you|today|and|many|ok|okay|great|perfect|awesome|cool|nice|got it|that's all|that helps"
        "|that helped|that was helpful|for now|well|oh|wow|mate|indeed|really|truly|kindly|just|ever so|a million|a ton"
        "|tons|loads|heaps|a bundle|in advance|once again|once more|buddy|pal|man|folks|guys|team|bot|my friend"
        "|kind|sir|madam|this morning|this evening|tonight|yet again|right|yeah|yep|yes|but|a lot then|lovely|brilliant"
        "|amazing|excellent|fantastic|wonderful|exactly|anyway|anyways|anyhow|though|actually|pretty|quite|totally|absolutely"
    ),
    acknowledged=(
        "ok|okay|k|all right|alright|got it|i see|understood|perfect|great|cool|nice|good|awesome|sounds good|makes sense"
        "|fine|sure|lol|haha|hehe|no worries|no problem|np|never mind|hmm|hm|sorry|alright then|ok then|okay then|fine then"
        "|well then|fair enough|noted|roger|roger that|will do|gotcha|cheers then|that's fine|that's ok|that's okay"
        "|that's good|that's right|that makes sense|that's clear|all clear|all good|it's fine|it's ok|i understand|i get it"
        "|ah i see|oh i see|okey dokey|okie dokie|right|very well|very good|excellent|brilliant|fantastic|amazing|wonderful"
        "|lovely|great stuff|good to know|good to hear|nice to know|interesting|how interesting|funny|that's funny|wow|whoa"
        "|woah|yay|yep|yup|oops|my bad|no matter|no need|not now|not right now|maybe later|i'm good|we're good|cool beans"
        "|neat|sweet|bingo|deal|agreed|of course|absolutely|definitely|indeed"
    ),
    itself=(
        "help|help me|i need help|who are you|what are you|what can you do|what can you do for me"
        "|what do you do|what can i do here|what can i ask|what can i ask you|how do you work"
        "|how can you help me|how can you help|what is threadwise|what's threadwise|how do i use threadwise"
        "|are you human|are you a human|are you a bot|are you a robot|are you an ai|are you real"
        "|are you a real person|test|testing"
    ),
    thanked_for="for|about",
    that_was=(
        "that's|that is|that was|this is|this was|it's|it was|these are|those were|you're|you are|you were|you've been"
        "|your answer was|the answer was|your answer is|answer was|sounds|looks|that sounds|that looks|sound|exactly|just"
        "|precisely|that's exactly"
    ),
    good=(
        "useful|helpful|great|good|perfect|nice|lovely|brilliant|amazing|awesome|excellent|fantastic|wonderful|super|cool"
        "|kind|quick|fast|clear|a great help|a big help|a huge help|great help|a good answer|a great answer|good to know"
        "|nice to know|what i needed|what i wanted|what i was looking for|what i meant|what i was after|what i hoped for"
        "|all|all i need|all i needed|all i wanted to know|all i wanted|it|right|correct|impressive|neat|of great help"
        "|kind of you|nice of you|good of you|sweet of you|very kind of you"
    ),
    declined=(
        "no thanks|no thank you|no thx|no ta|not now thanks|not now thank you|i'm good thanks|i'm fine thanks|i'm ok thanks"
    ),
)
