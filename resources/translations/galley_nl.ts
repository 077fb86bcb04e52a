<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="nl" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>Version {version}, run from source</source>
        <translation>Versie {version}, vanuit de broncode gestart</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Versie {version}</translation>
    </message>
    <message>
        <source>Version {version}, built on {date}</source>
        <translation>Versie {version}, gebouwd op {date}</translation>
    </message>
    <message>
        <source>Galley</source>
        <translation>Galley</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Systeem</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processor</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>llama-cpp-python</source>
        <translation>llama-cpp-python</translation>
    </message>
    <message>
        <source>Window system</source>
        <translation>Venstersysteem</translation>
    </message>
    <message>
        <source>Scale of the screens</source>
        <translation>Schaal van de schermen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>Zelftest</translation>
    </message>
    <message>
        <source>works</source>
        <translation>werkt</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>werkt niet</translation>
    </message>
    <message>
        <source>is not there</source>
        <translation>is er niet</translation>
    </message>
    <message>
        <source>{name}, {number} cores</source>
        <translation>{name}, {number} kernen</translation>
    </message>
</context>
<context>
    <name>AboutPage</name>
    <message>
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
    <message>
        <source>Copy these lines, and what the self-test found</source>
        <translation>Deze regels kopiëren, met de uitkomst van de zelftest</translation>
    </message>
    <message>
        <source>Run the self-test</source>
        <translation>Zelftest uitvoeren</translation>
    </message>
    <message>
        <source>Every part, with its version and licence</source>
        <translation>Elk onderdeel, met versie en licentie</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Over</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Rapport kopiëren</translation>
    </message>
    <message>
        <source>Run it again</source>
        <translation>Opnieuw uitvoeren</translation>
    </message>
    <message>
        <source>Looking at one part after the other. The last ones take a few seconds.</source>
        <translation>De onderdelen worden een voor een bekeken. De laatste duren een paar seconden.</translation>
    </message>
    <message>
        <source>Everything that Galley needs works on this machine.</source>
        <translation>Alles wat Galley nodig heeft, werkt op deze machine.</translation>
    </message>
    <message>
        <source>Something that Galley needs does not work; its line says what.</source>
        <translation>Iets wat Galley nodig heeft, werkt niet; op de regel ervan staat wat.</translation>
    </message>
    <message>
        <source>Every licence in full lies in {folder}.</source>
        <translation>Elke licentie staat voluit in {folder}.</translation>
    </message>
    <message>
        <source>Run from source: every licence in full lies in the folder of its part.</source>
        <translation>Vanuit de broncode gestart: elke licentie staat voluit in de map van het onderdeel.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Gekopieerd</translation>
    </message>
    <message>
        <source>Galley&apos;s icon: a proof sheet with marks</source>
        <translation>Het pictogram van Galley: een drukproef met correcties</translation>
    </message>
    <message>
        <source>Chat with models on your own machine, and see what speculation does, word by word.</source>
        <translation>Chat met modellen op je eigen machine, en zie woord voor woord wat speculatie doet.</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Deze machine</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>Zelftest</translation>
    </message>
    <message>
        <source>What is inside</source>
        <translation>Wat erin zit</translation>
    </message>
    <message>
        <source>Galley is free software under the Apache License 2.0: https://www.apache.org/licenses/LICENSE-2.0</source>
        <translation>Galley is vrije software onder de Apache License 2.0: https://www.apache.org/licenses/LICENSE-2.0</translation>
    </message>
    <message>
        <source>The window is made with Qt and Qt for Python, unchanged, under the GNU Lesser General Public License 3. They are separate libraries that you may replace by compatible builds of your own. Their source is at https://download.qt.io/official_releases/qt/ and https://download.qt.io/official_releases/QtForPython/; the licence is at https://www.gnu.org/licenses/lgpl-3.0.html.</source>
        <translation>Het venster is gemaakt met Qt en Qt for Python, ongewijzigd, onder de GNU Lesser General Public License 3. Het zijn afzonderlijke bibliotheken, die je mag vervangen door eigen builds die ermee uitwisselbaar zijn. De broncode staat op https://download.qt.io/official_releases/qt/ en https://download.qt.io/official_releases/QtForPython/; de licentie staat op https://www.gnu.org/licenses/lgpl-3.0.html.</translation>
    </message>
    <message>
        <source>Galley opens none of these addresses itself.</source>
        <translation>Galley opent zelf geen van deze adressen.</translation>
    </message>
    <message>
        <source>Looks whether settings, store, keyring, llama.cpp and a reply work, with files of its own: nothing of yours is touched. The report names folders, and no conversation.</source>
        <translation>Kijkt of instellingen, opslag, sleutelbos, llama.cpp en een antwoord werken, met eigen bestanden: aan die van jou komt het niet. In het rapport staan mappen, maar geen gesprekken.</translation>
    </message>
</context>
<context>
    <name>AcceptancePlot</name>
    <message>
        <source>break-even {share}</source>
        <translation>break-even {share}</translation>
    </message>
    <message>
        <source>Acceptance, recent</source>
        <translation>Acceptatie, recent</translation>
    </message>
    <message>
        <source>{share} at {seconds} s</source>
        <translation>{share} op {seconds} s</translation>
    </message>
</context>
<context>
    <name>ArchiveButton</name>
    <message>
        <source>Archived ({number})</source>
        <translation>Gearchiveerd ({number})</translation>
    </message>
</context>
<context>
    <name>ArchiveHead</name>
    <message>
        <source>Back to the conversations</source>
        <translation>Terug naar de gesprekken</translation>
    </message>
    <message>
        <source>ARCHIVED</source>
        <translation>GEARCHIVEERD</translation>
    </message>
</context>
<context>
    <name>AttachedFile</name>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln teken</numerusform>
            <numerusform>%Ln tekens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln more character(s). Copying the message gives all of it.</source>
        <translation>
            <numerusform>… en nog %Ln teken. Kopieer je het bericht, dan krijg je alles.</numerusform>
            <numerusform>… en nog %Ln tekens. Kopieer je het bericht, dan krijg je alles.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AttachmentCard</name>
    <message>
        <source>Remove</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} verwijderen</translation>
    </message>
    <message>
        <source>Remove (Delete)</source>
        <translation>Verwijderen (Delete)</translation>
    </message>
    <message>
        <source>Attached: {facts}</source>
        <translation>Bijgevoegd: {facts}</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lezen…</translation>
    </message>
    <message>
        <source>Reading… {share}</source>
        <translation>Lezen… {share}</translation>
    </message>
    <message>
        <source>about {count} tokens</source>
        <translation>circa {count} tokens</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>{count} tokens, no room left</source>
        <translation>{count} tokens, geen ruimte meer</translation>
    </message>
    <message>
        <source>about {count} of {room} left</source>
        <translation>circa {count} van de vrije {room}</translation>
    </message>
    <message>
        <source>{count} of {room} left</source>
        <translation>{count} van de vrije {room}</translation>
    </message>
</context>
<context>
    <name>AttachmentDialogs</name>
    <message>
        <source>Attach files</source>
        <translation>Bestanden bijvoegen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
    <message>
        <source>Text and PDF (*.txt *.md *.csv *.json *.pdf *.log *.html *.xml *.yaml)</source>
        <translation>Tekst en PDF (*.txt *.md *.csv *.json *.pdf *.log *.html *.xml *.yaml)</translation>
    </message>
    <message>
        <source>The first {shown} of {all} characters are shown; all are sent.</source>
        <translation>Je ziet de eerste {shown} van {all} tekens; ze worden allemaal verzonden.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluiten</translation>
    </message>
</context>
<context>
    <name>AttachmentRow</name>
    <message>
        <source>Attached files</source>
        <translation>Bijgevoegde bestanden</translation>
    </message>
    <message>
        <source>Reading “{name}”…</source>
        <translation>“{name}” lezen…</translation>
    </message>
    <message>
        <source>“{name}” is shortened: its last {number} lines are left out.</source>
        <translation>“{name}” is ingekort: de laatste {number} regels zijn weggelaten.</translation>
    </message>
    <message>
        <source>“{name}” is shortened: the rest of its last line is left out.</source>
        <translation>“{name}” is ingekort: de rest van de laatste regel is weggelaten.</translation>
    </message>
    <message>
        <source>Use all of it</source>
        <translation>Alles gebruiken</translation>
    </message>
    <message>
        <source>Shorten to fit</source>
        <translation>Passend inkorten</translation>
    </message>
    <message>
        <source>Raise the context to {tokens} and reload</source>
        <translation>Context naar {tokens} verhogen en opnieuw laden</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>“{name}” is {tokens} too long.</source>
        <translation>“{name}” is {tokens} te lang.</translation>
    </message>
    <message>
        <source>“{name}” is about {tokens} too long.</source>
        <translation>“{name}” is circa {tokens} te lang.</translation>
    </message>
</context>
<context>
    <name>Badge</name>
    <message>
        <source>Engine stopped</source>
        <translation>Engine gestopt</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Geen model</translation>
    </message>
    <message>
        <source>Open a GGUF file to begin.</source>
        <translation>Open een GGUF-bestand om te beginnen.</translation>
    </message>
    <message>
        <source>Draft model, {percent} %.</source>
        <translation>Draftmodel, {percent}%.</translation>
    </message>
    <message>
        <source>Target, {percent} %.</source>
        <translation>Doelmodel, {percent}%.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
    <message>
        <source>Switched off. The target writes alone.</source>
        <translation>Uitgeschakeld. Het doelmodel schrijft zonder hulp.</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Gereed</translation>
    </message>
    <message>
        <source>None is chosen.</source>
        <translation>Er is er geen gekozen.</translation>
    </message>
    <message>
        <source>The target writes alone.</source>
        <translation>Het doelmodel schrijft zonder hulp.</translation>
    </message>
    <message>
        <source>Galley proposes what the text itself repeats.</source>
        <translation>Galley stelt voor wat de tekst zelf herhaalt.</translation>
    </message>
    <message>
        <source>No draft model</source>
        <translation>Geen draftmodel</translation>
    </message>
    <message>
        <source>Reading the prompt, {done} of {total} tokens.</source>
        <translation>Prompt lezen, {done} van {total} tokens.</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Aan</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Gepauzeerd</translation>
    </message>
    <message>
        <source>{figure} tokens per check.</source>
        <translation>{figure} tokens per controle.</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>geschat</translation>
    </message>
    <message>
        <source>On, about as fast as without</source>
        <translation>Aan, ongeveer even snel als zonder</translation>
    </message>
    <message>
        <source>Slower right now: about {factor}×</source>
        <translation>Nu even langzamer: ongeveer {factor}×</translation>
    </message>
    <message>
        <source>On, about {factor}× faster</source>
        <translation>Aan, ongeveer {factor}× zo snel</translation>
    </message>
    <message>
        <source>Lookup, as far ahead as pays.</source>
        <translation>Lookup, zo ver vooruit als loont.</translation>
    </message>
    <message>
        <source>Draft model, as far ahead as pays.</source>
        <translation>Draftmodel, zo ver vooruit als loont.</translation>
    </message>
    <message>
        <source>Lookup, up to {most} ahead.</source>
        <translation>Lookup, tot {most} vooruit.</translation>
    </message>
    <message>
        <source>Draft model, up to {most} ahead.</source>
        <translation>Draftmodel, tot {most} vooruit.</translation>
    </message>
</context>
<context>
    <name>Benching</name>
    <message>
        <source>Lab</source>
        <translation>Lab</translation>
    </message>
    <message>
        <source>Load a pair first: the lab measures what is loaded.</source>
        <translation>Laad eerst een paar: het lab meet wat geladen is.</translation>
    </message>
    <message>
        <source>{target}, without a draft model</source>
        <translation>{target}, zonder draftmodel</translation>
    </message>
    <message>
        <source>{target} with {draft}</source>
        <translation>{target} met {draft}</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>Opgeslagen als {path}</translation>
    </message>
</context>
<context>
    <name>BranchTree</name>
    <message>
        <source>All versions of the conversation</source>
        <translation>Alle versies van het gesprek</translation>
    </message>
    <message>
        <source>A full dot is on screen. Choose a message to go to its version.</source>
        <translation>De dichte stippen staan op het scherm. Kies een bericht om naar die versie te gaan.</translation>
    </message>
    <message>
        <source>There is one version so far. Editing or regenerating a message makes another.</source>
        <translation>Er is nog maar één versie. Een bericht bewerken of opnieuw laten schrijven geeft een tweede.</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Jij</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwoord</translation>
    </message>
    <message>
        <source>version {number} of {count}</source>
        <translation>versie {number} van {count}</translation>
    </message>
    <message>
        <source>on screen</source>
        <translation>op het scherm</translation>
    </message>
    <message>
        <source>(nothing yet)</source>
        <translation>(nog niets)</translation>
    </message>
</context>
<context>
    <name>BubbleFoot</name>
    <message>
        <source>Queued</source>
        <translation>In de wachtrij</translation>
    </message>
    <message>
        <source>It is sent when the reply before it is done.</source>
        <translation>Het wordt verzonden zodra het vorige antwoord klaar is.</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Intrekken</translation>
    </message>
    <message>
        <source>Take the message back before it is sent</source>
        <translation>Het bericht terugnemen voordat het verzonden wordt</translation>
    </message>
    <message>
        <source>Write a reply</source>
        <translation>Antwoord schrijven</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bewerken</translation>
    </message>
    <message>
        <source>Say it otherwise; what follows begins anew (Ctrl+E)</source>
        <translation>Anders formuleren; wat erop volgt, begint opnieuw (Ctrl+E)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Meer</translation>
    </message>
</context>
<context>
    <name>CaptionButton</name>
    <message>
        <source>System prompt and settings: {words}</source>
        <translation>Systeemprompt en instellingen: {words}</translation>
    </message>
</context>
<context>
    <name>CodeCard</name>
    <message>
        <source>text</source>
        <translation>tekst</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopiëren</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>Terugloop</translation>
    </message>
    <message>
        <source>Wrap long lines of code</source>
        <translation>Lange coderegels afbreken</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Gekopieerd</translation>
    </message>
</context>
<context>
    <name>Command line</name>
    <message>
        <source>Chat with local models; see what speculative decoding does. Without a command: the window.</source>
        <translation>Chatten met lokale modellen; zien wat speculatief decoderen doet. Zonder opdracht: het venster.</translation>
    </message>
    <message>
        <source>model to load in the window</source>
        <translation>model dat in het venster geladen wordt</translation>
    </message>
    <message>
        <source>draft model to load in the window</source>
        <translation>draftmodel dat in het venster geladen wordt</translation>
    </message>
    <message>
        <source>write one reply and say what it cost</source>
        <translation>één antwoord schrijven en laten zien wat het kostte</translation>
    </message>
    <message>
        <source>write one reply without and with speculation and compare</source>
        <translation>één antwoord zonder en met speculatie schrijven en vergelijken</translation>
    </message>
    <message>
        <source>keep every file the program writes in this folder (or set GALLEY_HOME)</source>
        <translation>elk bestand dat het programma schrijft in deze map bewaren (of zet GALLEY_HOME)</translation>
    </message>
    <message>
        <source>models</source>
        <translation>modellen</translation>
    </message>
    <message>
        <source>the model; `galley models list` shows what is on this machine</source>
        <translation>het model; `galley models list` toont wat er op deze machine staat</translation>
    </message>
    <message>
        <source>tokens (default 4096)</source>
        <translation>tokens (standaard 4096)</translation>
    </message>
    <message>
        <source>same seed, same text, with and without speculation; a bit slower</source>
        <translation>zelfde seed, zelfde tekst, met en zonder speculatie; iets langzamer</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>prompt</translation>
    </message>
    <message>
        <source>- reads standard input</source>
        <translation>- leest de standaardinvoer</translation>
    </message>
    <message>
        <source>send the prompt as it is, without the chat template</source>
        <translation>de prompt sturen zoals die is, zonder het chatsjabloon</translation>
    </message>
    <message>
        <source>end before this text; repeatable</source>
        <translation>vóór deze tekst stoppen; herhaalbaar</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>sampling</translation>
    </message>
    <message>
        <source>speculation</source>
        <translation>speculatie</translation>
    </message>
    <message>
        <source>output</source>
        <translation>uitvoer</translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation>één JSON-object weergeven</translation>
    </message>
    <message>
        <source>with --json: every round too</source>
        <translation>met --json: ook elke ronde</translation>
    </message>
    <message>
        <source>form of the reply</source>
        <translation>vorm van het antwoord</translation>
    </message>
    <message>
        <source>keep the reply to this grammar (GBNF)</source>
        <translation>het antwoord aan deze grammatica houden (GBNF)</translation>
    </message>
    <message>
        <source>keep the reply to JSON that fits this schema</source>
        <translation>het antwoord houden aan JSON die bij dit schema past</translation>
    </message>
    <message>
        <source>default: random</source>
        <translation>standaard: willekeurig</translation>
    </message>
    <message>
        <source>0 turns it off</source>
        <translation>0 zet het uit</translation>
    </message>
    <message>
        <source>-1: whole context</source>
        <translation>-1: hele context</translation>
    </message>
    <message>
        <source>repeatable</source>
        <translation>herhaalbaar</translation>
    </message>
    <message>
        <source>most a round (16; fixed 3)</source>
        <translation>max. per ronde (16; vast 3)</translation>
    </message>
    <message>
        <source>0: by measure</source>
        <translation>0: op grond van metingen</translation>
    </message>
    <message>
        <source>draft-max tokens every round, whether that pays or not</source>
        <translation>elke ronde draft-max tokens, of het nu loont of niet</translation>
    </message>
    <message>
        <source>measure settings on a suite of prompts, and write a report</source>
        <translation>instellingen meten over een suite van prompts, met een rapport</translation>
    </message>
    <message>
        <source>run</source>
        <translation>meting</translation>
    </message>
    <message>
        <source>{known}; JSON lines; a folder</source>
        <translation>{known}; JSON Lines; een map</translation>
    </message>
    <message>
        <source>{known}; TOML or JSON (default {usual})</source>
        <translation>{known}; TOML of JSON (standaard {usual})</translation>
    </message>
    <message>
        <source>only prompts in it; repeatable</source>
        <translation>alleen prompts in die taal; herhaalbaar</translation>
    </message>
    <message>
        <source>prompts of each kind and language</source>
        <translation>prompts van elke soort en taal</translation>
    </message>
    <message>
        <source>(default 1)</source>
        <translation>(standaard 1)</translation>
    </message>
    <message>
        <source>a reply (default 200)</source>
        <translation>per antwoord (standaard 200)</translation>
    </message>
    <message>
        <source>(default 0)</source>
        <translation>(standaard 0)</translation>
    </message>
    <message>
        <source>repeatable: each is measured</source>
        <translation>herhaalbaar: elk wordt gemeten</translation>
    </message>
    <message>
        <source>same seed, same text; a bit slower</source>
        <translation>zelfde seed, zelfde tekst; iets langzamer</translation>
    </message>
    <message>
        <source>servers on this machine</source>
        <translation>servers op deze machine</translation>
    </message>
    <message>
        <source>measure an OpenAI-compatible server too; repeatable</source>
        <translation>ook een server meten die het protocol van OpenAI spreekt; herhaalbaar</translation>
    </message>
    <message>
        <source>default: the first it lists</source>
        <translation>standaard: de eerste die hij noemt</translation>
    </message>
    <message>
        <source>silence (default 120)</source>
        <translation>stilte (standaard 120)</translation>
    </message>
    <message>
        <source>where the run and its report are kept</source>
        <translation>waar de meting en het rapport bewaard worden</translation>
    </message>
    <message>
        <source>go on with a run that was stopped</source>
        <translation>verdergaan met een gestopte meting</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>vergelijking</translation>
    </message>
    <message>
        <source>how often; from two on the speed-up comes with an interval (default 1)</source>
        <translation>hoe vaak; vanaf twee krijgt de versnelling een interval (standaard 1)</translation>
    </message>
    <message>
        <source>one after the other instead of interleaved: less memory, and energy where a counter exists</source>
        <translation>na elkaar in plaats van om en om: minder geheugen, en het energieverbruik waar een teller is</translation>
    </message>
    <message>
        <source>({low} to {high})</source>
        <translation>({low} tot {high})</translation>
    </message>
    <message>
        <source>read another program&apos;s command line or Modelfile</source>
        <translation>opdrachtregel of Modelfile van een ander programma lezen</translation>
    </message>
    <message>
        <source>write the pair and its settings for another program</source>
        <translation>het paar en de instellingen voor een ander programma schrijven</translation>
    </message>
    <message>
        <source>the names of its options: before or since April 2026 (default new)</source>
        <translation>de namen van de opties: van vóór of sinds april 2026 (standaard new)</translation>
    </message>
    <message>
        <source>The draft fits the target.</source>
        <translation>Het draftmodel past bij het doelmodel.</translation>
    </message>
    <message>
        <source>The draft does not fit the target:</source>
        <translation>Het draftmodel past niet bij het doelmodel:</translation>
    </message>
    <message>
        <source>what models there are, and which go together</source>
        <translation>welke modellen er zijn, en welke samengaan</translation>
    </message>
    <message>
        <source>every model file that is found on this machine</source>
        <translation>elk modelbestand dat op deze machine te vinden is</translation>
    </message>
    <message>
        <source>look here, too (repeatable)</source>
        <translation>ook hier kijken (herhaalbaar)</translation>
    </message>
    <message>
        <source>look nowhere but in the folders given</source>
        <translation>alleen in de genoemde mappen kijken</translation>
    </message>
    <message>
        <source>whether one model can draft for another, and why not</source>
        <translation>of een model voorstellen kan doen voor een ander, en waarom niet</translation>
    </message>
    <message>
        <source>{program}: {problem}. Try: {program} --help</source>
        <translation>{program}: {problem}. Probeer: {program} --help</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>gewichten</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-cache</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>buffers</translation>
    </message>
    <message>
        <source>together</source>
        <translation>samen</translation>
    </message>
    <message>
        <source>target</source>
        <translation>doelmodel</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>draftmodel</translation>
    </message>
    <message>
        <source>how much memory a pair will take, before it is loaded</source>
        <translation>hoeveel geheugen een paar kost, voordat het geladen is</translation>
    </message>
    <message>
        <source>f16, q8_0, …</source>
        <translation>f16, q8_0, …</translation>
    </message>
    <message>
        <source>default: as the target&apos;s</source>
        <translation>standaard: zoals het doelmodel</translation>
    </message>
    <message>
        <source>what Galley found on this machine, and what works</source>
        <translation>wat Galley op deze machine vond, en wat er werkt</translation>
    </message>
    <message>
        <source>answer other programs on this machine, as OpenAI&apos;s API does</source>
        <translation>antwoord geven aan andere programma’s op deze machine, zoals de API van OpenAI</translation>
    </message>
    <message>
        <source>who may ask</source>
        <translation>wie vragen mag stellen</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>limieten</translation>
    </message>
    <message>
        <source>sampling, where a request says nothing</source>
        <translation>sampling, als een aanvraag niets opgeeft</translation>
    </message>
    <message>
        <source>speculation, where a request says nothing</source>
        <translation>speculatie, als een aanvraag niets opgeeft</translation>
    </message>
    <message>
        <source>print one JSON object once it listens</source>
        <translation>één JSON-object weergeven zodra de server luistert</translation>
    </message>
    <message>
        <source>default 8080; 0 takes any that is free</source>
        <translation>standaard 8080; 0 neemt een vrije poort</translation>
    </message>
    <message>
        <source>default 127.0.0.1</source>
        <translation>standaard 127.0.0.1</translation>
    </message>
    <message>
        <source>let other machines in, if --host is no loopback address</source>
        <translation>andere machines toelaten, als --host geen loopbackadres is</translation>
    </message>
    <message>
        <source>or set GALLEY_API_KEY; without either one is made and shown</source>
        <translation>of zet GALLEY_API_KEY; zonder een van beide wordt er een gemaakt en getoond</translation>
    </message>
    <message>
        <source>a web page that may ask, such as https://notes.example; repeatable</source>
        <translation>een webpagina die vragen mag stellen, zoals https://notes.example; herhaalbaar</translation>
    </message>
    <message>
        <source>a name by which this machine may be called; repeatable</source>
        <translation>een naam waarmee deze machine aangesproken mag worden; herhaalbaar</translation>
    </message>
    <message>
        <source>most of any reply, whatever is asked for</source>
        <translation>maximumaantal tokens per antwoord, wat er ook gevraagd wordt</translation>
    </message>
    <message>
        <source>most replies that wait (default 32)</source>
        <translation>maximumaantal wachtende antwoorden (standaard 32)</translation>
    </message>
    <message>
        <source>longest wait for a turn (default 300)</source>
        <translation>langste wachttijd tot een beurt (standaard 300)</translation>
    </message>
</context>
<context>
    <name>CompareDialogs</name>
    <message>
        <source>Save the comparison, not encrypted</source>
        <translation>Vergelijking opslaan, onversleuteld</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Afbeelding (*.png)</translation>
    </message>
    <message>
        <source>Everything that was measured (*.json)</source>
        <translation>Alles wat gemeten is (*.json)</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergelijking</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Compare</source>
        <translation>Vergelijken</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Prompt and settings</source>
        <translation>Prompt en instellingen</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wordt gestopt…</translation>
    </message>
</context>
<context>
    <name>ComparePane</name>
    <message>
        <source>Marks</source>
        <translation>Markeringen</translation>
    </message>
    <message>
        <source>Show what became of every proposal, or the text as it reads</source>
        <translation>Tonen wat er van elk voorstel geworden is, of de tekst zoals je die leest</translation>
    </message>
    <message>
        <source>Marks: {name}</source>
        <translation>Markeringen: {name}</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} s</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} tokens/s</translation>
    </message>
    <message>
        <source>{share} accepted</source>
        <translation>{share} geaccepteerd</translation>
    </message>
    <message>
        <source>Reading the prompt: {done} of {total} tokens</source>
        <translation>Prompt lezen: {done} van {total} tokens</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Gestopt.</translation>
    </message>
    <message>
        <source>Broken off.</source>
        <translation>Afgebroken.</translation>
    </message>
</context>
<context>
    <name>CompareSetup</name>
    <message>
        <source>What both sides are asked</source>
        <translation>Wat beide kanten gevraagd wordt</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>By itself</source>
        <translation>Op zichzelf</translation>
    </message>
    <message>
        <source>Both sides read nothing but this prompt.</source>
        <translation>Beide kanten lezen alleen deze prompt.</translation>
    </message>
    <message>
        <source>After the open conversation</source>
        <translation>Na het open gesprek</translation>
    </message>
    <message>
        <source>Its next turn: both sides read the open conversation first; nothing is added to it.</source>
        <translation>De volgende beurt daarvan: beide kanten lezen eerst het open gesprek; er komt niets bij.</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>the same on both sides</source>
        <translation>aan beide kanten gelijk</translation>
    </message>
    <message>
        <source>random</source>
        <translation>willekeurig</translation>
    </message>
    <message>
        <source>Both sides draw with the same seed; empty draws a new one.</source>
        <translation>Beide kanten gebruiken dezelfde seed; leeg geeft een nieuwe.</translation>
    </message>
    <message>
        <source>From two on the speed-up comes with an interval.</source>
        <translation>Vanaf twee krijgt de versnelling een interval.</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Volgorde</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>Om en om</translation>
    </message>
    <message>
        <source>Both at once on a fair clock: who is behind goes on.</source>
        <translation>Allebei tegelijk, met een eerlijke klok: wie achterligt, gaat verder.</translation>
    </message>
    <message>
        <source>One after the other</source>
        <translation>Na elkaar</translation>
    </message>
    <message>
        <source>Half the memory, at real speed, and energy can be told apart.</source>
        <translation>Half zoveel geheugen, op echte snelheid, en het energieverbruik is uit elkaar te houden.</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>Longest proposal</source>
        <translation>Langste voorstel</translation>
    </message>
    <message>
        <source>Stop drafting below</source>
        <translation>Niet voorstellen onder</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Reply length</source>
        <translation>Antwoordlengte</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Herhalingen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
</context>
<context>
    <name>CompareWords</name>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>zoals het is</translation>
    </message>
    <message>
        <source>Galley decides</source>
        <translation>Galley beslist</translation>
    </message>
    <message>
        <source>draft model only</source>
        <translation>alleen draftmodel</translation>
    </message>
    <message>
        <source>lookup only</source>
        <translation>alleen lookup</translation>
    </message>
    <message>
        <source>draft model as loaded</source>
        <translation>draftmodel zoals geladen</translation>
    </message>
    <message>
        <source>always {number} drafts</source>
        <translation>altijd {number} drafttokens</translation>
    </message>
    <message>
        <source>at most {number} drafts</source>
        <translation>hoogstens {number} drafttokens</translation>
    </message>
    <message>
        <source>stops below {share}</source>
        <translation>stopt onder {share}</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>temperatuur {value}</translation>
    </message>
    <message>
        <source>cache as loaded</source>
        <translation>cache zoals geladen</translation>
    </message>
    <message>
        <source>{type} cache</source>
        <translation>{type}-cache</translation>
    </message>
    <message>
        <source>With speculation the same text came {factor} times as fast.</source>
        <translation>Met speculatie kwam dezelfde tekst {factor} keer zo snel.</translation>
    </message>
    <message>
        <source>With speculation it went {factor} times as fast, but the texts are not the same.</source>
        <translation>Met speculatie ging het {factor} keer zo snel, maar de teksten zijn niet gelijk.</translation>
    </message>
    <message>
        <source>Without speculation the same text came {factor} times as fast.</source>
        <translation>Zonder speculatie kwam dezelfde tekst {factor} keer zo snel.</translation>
    </message>
    <message>
        <source>Without speculation it went {factor} times as fast, but the texts are not the same.</source>
        <translation>Zonder speculatie ging het {factor} keer zo snel, maar de teksten zijn niet gelijk.</translation>
    </message>
    <message>
        <source>One run, so there is no interval: repeats tell how sure this is.</source>
        <translation>Eén meting, dus zonder interval: herhalingen laten zien hoe zeker dit is.</translation>
    </message>
    <message>
        <source>From {runs} runs; the brackets behind a factor hold the true one with 95 %.</source>
        <translation>Uit {runs} metingen; tussen de haken achter een factor ligt met 95% zekerheid de echte.</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} s</translation>
    </message>
    <message>
        <source>{number} MiB</source>
        <translation>{number} MiB</translation>
    </message>
    <message>
        <source>{number} J</source>
        <translation>{number} J</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>tokens/s while writing</source>
        <translation>tokens/s tijdens het schrijven</translation>
    </message>
    <message>
        <source>time to the first token</source>
        <translation>tijd tot het eerste token</translation>
    </message>
    <message>
        <source>in all</source>
        <translation>in totaal</translation>
    </message>
    <message>
        <source>proposals accepted</source>
        <translation>voorstellen geaccepteerd</translation>
    </message>
    <message>
        <source>memory, shared weights included</source>
        <translation>geheugen, gedeelde gewichten inbegrepen</translation>
    </message>
    <message>
        <source>energy, graphics card</source>
        <translation>energie, videokaart</translation>
    </message>
    <message>
        <source>energy, processors</source>
        <translation>energie, processors</translation>
    </message>
    <message>
        <source>right against left, while writing</source>
        <translation>rechts tegenover links, tijdens het schrijven</translation>
    </message>
    <message>
        <source>right against left, in all</source>
        <translation>rechts tegenover links, in totaal</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} tot {high}</translation>
    </message>
    <message>
        <source>Energy can be told apart only where the sides run one after the other.</source>
        <translation>Het energieverbruik is alleen uit elkaar te houden als de kanten na elkaar lopen.</translation>
    </message>
    <message>
        <source>No counter of energy can be read on this machine.</source>
        <translation>Op deze machine is geen energieteller uit te lezen.</translation>
    </message>
    <message>
        <source>Both wrote the very same text, token for token.</source>
        <translation>Beide schreven exact dezelfde tekst, token voor token.</translation>
    </message>
    <message>
        <source>The two texts are not the same.</source>
        <translation>De twee teksten zijn niet gelijk.</translation>
    </message>
    <message>
        <source>The texts differ from the first token on; the two likeliest were {gap} apart.</source>
        <translation>De teksten verschillen vanaf het eerste token; de twee waarschijnlijkste lagen {gap} uit elkaar.</translation>
    </message>
    <message>
        <source>The first {number} tokens are the same; the two likeliest next ones were {gap} apart.</source>
        <translation>De eerste {number} tokens zijn gelijk; de twee waarschijnlijkste daarna lagen {gap} uit elkaar.</translation>
    </message>
    <message>
        <source>Models: {models}</source>
        <translation>Modellen: {models}</translation>
    </message>
    <message>
        <source>Seed {seed}, at most {tokens} tokens, {runs} of {wanted} runs.</source>
        <translation>Seed {seed}, hoogstens {tokens} tokens, {runs} van {wanted} metingen.</translation>
    </message>
</context>
<context>
    <name>Compared</name>
    <message>
        <source>Copied.</source>
        <translation>Gekopieerd.</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>Opgeslagen als {path}</translation>
    </message>
    <message>
        <source>The open conversation goes on with these settings.</source>
        <translation>Het open gesprek gaat verder met deze instellingen.</translation>
    </message>
    <message>
        <source>Its draft model is chosen above the conversation.</source>
        <translation>Het draftmodel daarvan kies je boven het gesprek.</translation>
    </message>
    <message>
        <source>The cache&apos;s type is chosen when models are loaded: see the memory planner.</source>
        <translation>Het type cache kies je bij het laden van modellen: zie de geheugenplanner.</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>Compare</source>
        <translation>Vergelijken</translation>
    </message>
    <message>
        <source>{target}, without a draft model</source>
        <translation>{target}, zonder draftmodel</translation>
    </message>
    <message>
        <source>{target} with {draft}</source>
        <translation>{target} met {draft}</translation>
    </message>
    <message>
        <source>Making both sides ready…</source>
        <translation>Beide kanten klaarzetten…</translation>
    </message>
    <message>
        <source>Both sides begin when the request from {program} has been answered. It can be stopped on the page “For other programs”.</source>
        <translation>Beide kanten beginnen zodra de aanvraag van {program} beantwoord is. Op de pagina “Voor andere programma’s” kun je die stoppen.</translation>
    </message>
    <message>
        <source>Run {number} of {all}</source>
        <translation>Meting {number} van {all}</translation>
    </message>
    <message>
        <source>One after the other, at real speed</source>
        <translation>Na elkaar, op echte snelheid</translation>
    </message>
    <message>
        <source>Shown at {share} of real time: both share this machine</source>
        <translation>Getoond op {share} van de echte tijd: beide delen deze machine</translation>
    </message>
    <message>
        <source>Stopped before both sides had come to an end. Nothing can be said of it.</source>
        <translation>Gestopt voordat beide kanten klaar waren. Hier valt niets over te zeggen.</translation>
    </message>
    <message>
        <source>Stopped: {whole} of {all} runs are whole, and count.</source>
        <translation>Gestopt: {whole} van {all} metingen zijn compleet en tellen mee.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Attach files</source>
        <translation>Bestanden bijvoegen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Verzenden</translation>
    </message>
    <message>
        <source>Attach files ({keys})</source>
        <translation>Bestanden bijvoegen ({keys})</translation>
    </message>
    <message>
        <source>{words}
System prompt and settings ({keys})</source>
        <translation>{words}
Systeemprompt en instellingen ({keys})</translation>
    </message>
    <message>
        <source>Save as a prompt…</source>
        <translation>Opslaan als prompt…</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>{used} of {total}</source>
        <translation>{used} van {total}</translation>
    </message>
    <message>
        <source>full: the oldest turns make room</source>
        <translation>vol: de oudste beurten maken plaats</translation>
    </message>
    <message>
        <source>{used} of {total}, too much</source>
        <translation>{used} van {total}, te veel</translation>
    </message>
    <message>
        <source>{left} left of {total}</source>
        <translation>nog {left} van {total}</translation>
    </message>
    <message>
        <source>Context: {figures} tokens</source>
        <translation>Context: {figures} tokens</translation>
    </message>
    <message>
        <source>Context: {total}</source>
        <translation>Context: {total}</translation>
    </message>
    <message>
        <source>Prompt of the last reply: {tokens}</source>
        <translation>Prompt van het laatste antwoord: {tokens}</translation>
    </message>
    <message>
        <source>The reply: {tokens}</source>
        <translation>Het antwoord: {tokens}</translation>
    </message>
    <message>
        <source>This conversation: {tokens}</source>
        <translation>Dit gesprek: {tokens}</translation>
    </message>
    <message>
        <source>The message being written: {tokens}</source>
        <translation>Het bericht dat je schrijft: {tokens}</translation>
    </message>
    <message>
        <source>Its files: {tokens}</source>
        <translation>De bestanden erbij: {tokens}</translation>
    </message>
    <message>
        <source>Left: {tokens}</source>
        <translation>Over: {tokens}</translation>
    </message>
    <message>
        <source>All that is more than it holds: the oldest turns will be left out.</source>
        <translation>Samen is dat meer dan erin past: de oudste beurten worden weggelaten.</translation>
    </message>
    <message>
        <source>All that is more than it holds. Begin a new conversation, or choose in the menu a longer context or that the oldest turns are left out.</source>
        <translation>Samen is dat meer dan erin past. Begin een nieuw gesprek, of kies in het menu een langere context of het weglaten van de oudste beurten.</translation>
    </message>
</context>
<context>
    <name>ContextSlider</name>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} tokens</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Name of the folder</source>
        <translation>Naam van de map</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>Titel van het gesprek</translation>
    </message>
</context>
<context>
    <name>ConversationRequests</name>
    <message>
        <source>Rename</source>
        <translation>Hernoemen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Losmaken</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Vastzetten</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliceren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporteren…</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>Uit het archief halen</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiveren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>New conversation here</source>
        <translation>Nieuw gesprek hierin</translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation>Map verwijderen</translation>
    </message>
    <message>
        <source>Its conversations stay</source>
        <translation>De gesprekken erin blijven</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nieuwe map…</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>Naar map verplaatsen</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Geen map</translation>
    </message>
</context>
<context>
    <name>ConversationRows</name>
    <message>
        <source>Untitled</source>
        <translation>Naamloos</translation>
    </message>
    <message>
        <source>Nothing is archived.</source>
        <translation>Er is niets gearchiveerd.</translation>
    </message>
    <message>
        <source>No conversation in it yet</source>
        <translation>Nog geen gesprek in deze map</translation>
    </message>
    <message>
        <source>PINNED</source>
        <translation>VASTGEZET</translation>
    </message>
    <message>
        <source>TODAY</source>
        <translation>VANDAAG</translation>
    </message>
    <message>
        <source>YESTERDAY</source>
        <translation>GISTEREN</translation>
    </message>
    <message>
        <source>LAST 7 DAYS</source>
        <translation>AFGELOPEN 7 DAGEN</translation>
    </message>
    <message>
        <source>EARLIER</source>
        <translation>EERDER</translation>
    </message>
    <message>
        <source>ARCHIVED</source>
        <translation>GEARCHIVEERD</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>vastgezet</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>gearchiveerd</translation>
    </message>
    <message>
        <source>in folder {name}</source>
        <translation>in map {name}</translation>
    </message>
    <message>
        <source>1 conversation</source>
        <translation>1 gesprek</translation>
    </message>
    <message>
        <source>{number} conversations</source>
        <translation>{number} gesprekken</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>ingeklapt</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>uitgeklapt</translation>
    </message>
    <message>
        <source>Folder {name}</source>
        <translation>Map {name}</translation>
    </message>
    <message>
        <source>no messages yet</source>
        <translation>nog geen berichten</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 bericht</translation>
    </message>
    <message>
        <source>{number} messages</source>
        <translation>{number} berichten</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gisteren</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>day and month in Qt&apos;s letters</comment>
        <translation>d MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>day, month, year in Qt&apos;s letters</comment>
        <translation>d MMM yyyy</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Conversations</source>
        <translation>Gesprekken</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Hernoemen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Vastzetten</translation>
    </message>
</context>
<context>
    <name>CopyLine</name>
    <message>
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Gekopieerd</translation>
    </message>
</context>
<context>
    <name>CpuLoadPlot</name>
    <message>
        <source>Processor load</source>
        <translation>Processorbelasting</translation>
    </message>
    <message>
        <source>engine {engine}, all {whole}</source>
        <translation>engine {engine}, alles {whole}</translation>
    </message>
</context>
<context>
    <name>CrashLog</name>
    <message>
        <source>the terminal that Galley was started from</source>
        <translation>de terminal van waaruit Galley gestart is</translation>
    </message>
</context>
<context>
    <name>DeviceLoadPlot</name>
    <message>
        <source>Blue: its processors. Grey: reading and writing its memory.</source>
        <translation>Blauw: de rekenkernen. Grijs: lezen en schrijven van het geheugen.</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Belasting</translation>
    </message>
    <message>
        <source>{load}, memory {memory}</source>
        <translation>{load}, geheugen {memory}</translation>
    </message>
</context>
<context>
    <name>DeviceMemoryPlot</name>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
</context>
<context>
    <name>DevicePowerPlot</name>
    <message>
        <source>limit {watts} W</source>
        <translation>limiet {watts} W</translation>
    </message>
</context>
<context>
    <name>DeviceSection</name>
    <message>
        <source>memory</source>
        <translation>geheugen</translation>
    </message>
    <message>
        <source>In use by programs, of all there is.</source>
        <translation>In gebruik bij programma’s, van het totaal.</translation>
    </message>
    <message>
        <source>load</source>
        <translation>belasting</translation>
    </message>
    <message>
        <source>Share of the time in which it computes.</source>
        <translation>Het deel van de tijd waarin de kaart rekent.</translation>
    </message>
    <message>
        <source>memory load</source>
        <translation>geheugenbelasting</translation>
    </message>
    <message>
        <source>Share of the time in which its memory is read or written.</source>
        <translation>Het deel van de tijd waarin het geheugen gelezen of geschreven wordt.</translation>
    </message>
    <message>
        <source>power</source>
        <translation>vermogen</translation>
    </message>
    <message>
        <source>Now, and the most that it may take.</source>
        <translation>Nu, en het toegestane maximum.</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>temperatuur</translation>
    </message>
    <message>
        <source>Of its processors.</source>
        <translation>Van de rekenkernen.</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>energie</translation>
    </message>
    <message>
        <source>Used since this window was opened, by all programs together.</source>
        <translation>Verbruikt sinds dit venster openging, door alle programma’s samen.</translation>
    </message>
    <message>
        <source>It does not answer, or is no longer there. Galley goes on looking for it.</source>
        <translation>De kaart antwoordt niet of is er niet meer. Galley blijft ernaar zoeken.</translation>
    </message>
    <message>
        <source>{used} / {total} GB</source>
        <translation>{used} / {total} GB</translation>
    </message>
    <message>
        <source>{degrees} °C</source>
        <translation>{degrees} °C</translation>
    </message>
    <message>
        <source>{watts} W</source>
        <translation>{watts} W</translation>
    </message>
    <message>
        <source>{watts} / {limit} W</source>
        <translation>{watts} / {limit} W</translation>
    </message>
    <message>
        <source>{number} Wh</source>
        <translation>{number} Wh</translation>
    </message>
    <message>
        <source>It is slowed down by its power limit.</source>
        <translation>De vermogenslimiet remt de kaart af.</translation>
    </message>
    <message>
        <source>It is slowed down because it is too hot.</source>
        <translation>Te heet: de kaart wordt afgeremd.</translation>
    </message>
    <message>
        <source>Its hardware slows it down: it may be too hot or short of power.</source>
        <translation>De hardware remt de kaart af, misschien door hitte of te weinig stroom.</translation>
    </message>
    <message>
        <source>Its driver reserves {size} GB for itself.</source>
        <translation>Het stuurprogramma houdt {size} GB voor zichzelf.</translation>
    </message>
</context>
<context>
    <name>DraftOptions</name>
    <message>
        <source>Drafts for this model</source>
        <translation>Draftmodellen voor dit model</translation>
    </message>
    <message>
        <source>Load this pair</source>
        <translation>Dit paar laden</translation>
    </message>
    <message>
        <source>Plan its memory</source>
        <translation>Geheugen plannen</translation>
    </message>
    <message>
        <source>Test this pair</source>
        <translation>Dit paar testen</translation>
    </message>
    <message>
        <source>Half a minute of measuring: what does this draft gain on this machine?</source>
        <translation>Een halve minuut meten: wat levert dit draftmodel op deze machine op?</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Waarom?</translation>
    </message>
    <message>
        <source>What this means, and what can be done about it</source>
        <translation>Wat dit betekent, en wat je eraan kunt doen</translation>
    </message>
    <message>
        <source>Why is that so?</source>
        <translation>Waarom is dat zo?</translation>
    </message>
    <message>
        <source>Comparing vocabularies…</source>
        <translation>Vocabulaires vergelijken…</translation>
    </message>
    <message>
        <source>There is no other model on this machine yet.</source>
        <translation>Er is nog geen ander model op deze machine.</translation>
    </message>
    <message>
        <source>None of the other models can draft for it. Choose one to see why.</source>
        <translation>Geen van de andere modellen kan hiervoor voorstellen doen. Kies er een om te zien waarom.</translation>
    </message>
    <message>
        <source>1 of {number} other models can draft for it.</source>
        <translation>Andere modellen die hiervoor voorstellen kunnen doen: 1 van {number}.</translation>
    </message>
    <message>
        <source>{fitting} of {number} other models can draft for it, the most promising first.</source>
        <translation>Andere modellen die hiervoor voorstellen kunnen doen: {fitting} van {number}, het kansrijkste eerst.</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>past</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>past niet</translation>
    </message>
    <message>
        <source>memory is short</source>
        <translation>geheugen te krap</translation>
    </message>
    <message>
        <source>loaded as draft</source>
        <translation>geladen als draftmodel</translation>
    </message>
    <message>
        <source>{name} can draft for it.</source>
        <translation>{name} kan hiervoor voorstellen doen.</translation>
    </message>
    <message>
        <source>{name} goes with it, but not into memory as it is now.</source>
        <translation>{name} past erbij, maar nu niet in het geheugen.</translation>
    </message>
    <message>
        <source>{name} cannot draft for it:</source>
        <translation>{name} kan hiervoor geen voorstellen doen:</translation>
    </message>
    <message>
        <source>This pair was {factor} times as fast as the target alone when it was used last.</source>
        <translation>Dit paar was bij het laatste gebruik {factor} keer zo snel als het doelmodel zonder hulp.</translation>
    </message>
    <message>
        <source>By the sizes of both, about {factor} times as fast as the target alone. What it really gains is measured when it is loaded.</source>
        <translation>Gezien de grootte van beide ongeveer {factor} keer zo snel als het doelmodel zonder hulp. Wat het echt oplevert, wordt na het laden gemeten.</translation>
    </message>
    <message>
        <source>It is too large beside this target: checking its proposals would cost more than they save.</source>
        <translation>Het is te groot naast dit doelmodel: controleren zou meer kosten dan de voorstellen besparen.</translation>
    </message>
</context>
<context>
    <name>DropHint</name>
    <message>
        <source>Drop to open this model</source>
        <translation>Laat los om dit model te openen</translation>
    </message>
    <message>
        <source>Drop to attach to the message</source>
        <translation>Laat los om bij het bericht te voegen</translation>
    </message>
    <message>
        <source>Drop to open the model and attach the rest</source>
        <translation>Laat los om het model te openen en de rest bij te voegen</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Open a GGUF file…</source>
        <translation>GGUF-bestand openen…</translation>
    </message>
    <message>
        <source>Chat with the starter model</source>
        <translation>Chatten met het startmodel</translation>
    </message>
    <message>
        <source>Sends this message</source>
        <translation>Verzendt dit bericht</translation>
    </message>
    <message>
        <source>Galley lets a small draft model propose the next words and a large target model check them, so that replies come faster and stay the target&apos;s own. Everything stays on this machine.</source>
        <translation>Galley laat een klein draftmodel de volgende woorden voorstellen en een groot doelmodel ze controleren. Zo komen antwoorden sneller, terwijl het de antwoorden van het doelmodel zelf blijven. Alles blijft op deze machine.</translation>
    </message>
    <message>
        <source>The model is being loaded. You can write already.</source>
        <translation>Het model wordt geladen. Je kunt alvast schrijven.</translation>
    </message>
    <message>
        <source>{target} is ready, {draft} drafts for it. One click sends a question:</source>
        <translation>{target} staat klaar, {draft} doet de voorstellen. Met één klik stel je een vraag:</translation>
    </message>
    <message>
        <source>Models on this machine…</source>
        <translation>Modellen op deze machine…</translation>
    </message>
    <message>
        <source>1 model on this machine…</source>
        <translation>1 model op deze machine…</translation>
    </message>
    <message>
        <source>{number} models on this machine…</source>
        <translation>{number} modellen op deze machine…</translation>
    </message>
    <message>
        <source>Write a Python function that merges two sorted lists, with a short docstring.</source>
        <translation>Schrijf een Python-functie die twee gesorteerde lijsten samenvoegt, met een korte docstring.</translation>
    </message>
    <message>
        <source>Write a JSON list of five invented people with name, age and city.</source>
        <translation>Schrijf een JSON-lijst van vijf verzonnen mensen, met naam, leeftijd en woonplaats.</translation>
    </message>
    <message>
        <source>Write a short letter that moves a meeting from Monday to Tuesday, and the same one for Friday.</source>
        <translation>Schrijf een korte brief die een afspraak van maandag naar dinsdag verzet, en dezelfde voor vrijdag.</translation>
    </message>
    <message>
        <source>Welcome to Galley</source>
        <translation>Welkom bij Galley</translation>
    </message>
    <message>
        <source>{target} is ready. A draft model, chosen above, can propose for it. One click sends a question:</source>
        <translation>{target} staat klaar. Hierboven kun je een draftmodel kiezen dat voorstellen doet. Met één klik stel je een vraag:</translation>
    </message>
    <message>
        <source>You can also drop a GGUF file anywhere on this window.</source>
        <translation>Je kunt ook een GGUF-bestand naar dit venster slepen.</translation>
    </message>
    <message>
        <source>What would you like to ask?</source>
        <translation>Wat wil je vragen?</translation>
    </message>
</context>
<context>
    <name>ExchangeDialogs</name>
    <message>
        <source>Conversations</source>
        <translation>Gesprekken</translation>
    </message>
    <message>
        <source>Everything, to be imported again (*.json)</source>
        <translation>Alles, om later weer te importeren (*.json)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Plain text (*.txt)</source>
        <translation>Platte tekst (*.txt)</translation>
    </message>
    <message>
        <source>Export, not encrypted</source>
        <translation>Exporteren, onversleuteld</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Rapport opslaan</translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation>Gesprekken importeren</translation>
    </message>
    <message>
        <source>Exported conversations (*.json *.zip)</source>
        <translation>Geëxporteerde gesprekken (*.json *.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
    <message>
        <source>Conversations…</source>
        <translation>Gesprekken…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
</context>
<context>
    <name>ExchangeSection</name>
    <message>
        <source>Take out and bring in</source>
        <translation>Meenemen en binnenhalen</translation>
    </message>
    <message>
        <source>What is exported is not encrypted any more. Conversations from other programs can be imported.</source>
        <translation>Wat je exporteert, is niet meer versleuteld. Gesprekken uit andere programma’s kun je importeren.</translation>
    </message>
    <message>
        <source>Export all conversations…</source>
        <translation>Alle gesprekken exporteren…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importeren…</translation>
    </message>
    <message>
        <source>What did not come along, and why</source>
        <translation>Wat er niet meekwam, en waarom</translation>
    </message>
</context>
<context>
    <name>FailureNote</name>
    <message>
        <source>The reply failed.</source>
        <translation>Het antwoord is mislukt.</translation>
    </message>
    <message>
        <source>Leave out the oldest turns and ask again</source>
        <translation>Oudste beurten weglaten en opnieuw vragen</translation>
    </message>
    <message>
        <source>From now on, in every conversation that no longer fits. The menu changes it back.</source>
        <translation>Voortaan, in elk gesprek dat niet meer past. In het menu draai je dit terug.</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Waarom?</translation>
    </message>
    <message>
        <source>What this means, and what can be done about it</source>
        <translation>Wat dit betekent, en wat je eraan kunt doen</translation>
    </message>
    <message>
        <source>Why is that so?</source>
        <translation>Waarom is dat zo?</translation>
    </message>
    <message>
        <source>▸ Last lines of the engine</source>
        <translation>▸ Laatste regels van de engine</translation>
    </message>
    <message>
        <source>▾ Last lines of the engine</source>
        <translation>▾ Laatste regels van de engine</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tijd</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>{target}, drafted by {draft}</source>
        <translation>{target}, met voorstellen van {draft}</translation>
    </message>
    <message>
        <source>The speed-up is estimated: rounds without a proposal stand for the target alone.</source>
        <translation>De versnelling is geschat: ronden zonder voorstel staan voor het doelmodel zonder hulp.</translation>
    </message>
    <message>
        <source>The energy is what the counters rose by while the reply was made: of the whole device, with whatever else ran on it.</source>
        <translation>De energie is hoeveel de tellers opliepen terwijl het antwoord ontstond: van het hele apparaat, met alles wat er verder op draaide.</translation>
    </message>
    <message>
        <source>The rounds of this reply were not kept.</source>
        <translation>De ronden van dit antwoord zijn niet bewaard.</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschreven</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>prompt</translation>
    </message>
    <message>
        <source>of it reused</source>
        <translation>daarvan hergebruikt</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>einde</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>eerste token</translation>
    </message>
    <message>
        <source>reading the prompt</source>
        <translation>prompt lezen</translation>
    </message>
    <message>
        <source>prompt tokens/s</source>
        <translation>prompttokens/s</translation>
    </message>
    <message>
        <source>draft&apos;s reading</source>
        <translation>lezen door draftmodel</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>schrijven</translation>
    </message>
    <message>
        <source>in all</source>
        <translation>in totaal</translation>
    </message>
    <message>
        <source>energy, GPU</source>
        <translation>energie, GPU</translation>
    </message>
    <message>
        <source>energy, processors</source>
        <translation>energie, processors</translation>
    </message>
    <message>
        <source>{number} J</source>
        <translation>{number} J</translation>
    </message>
    <message>
        <source>{number} J/token</source>
        <translation>{number} J/token</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>modus</translation>
    </message>
    <message>
        <source>check</source>
        <translation>controle</translation>
    </message>
    <message>
        <source>speed-up</source>
        <translation>versnelling</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>ronden</translation>
    </message>
    <message>
        <source>tokens per check τ</source>
        <translation>tokens per controle τ</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>geaccepteerd</translation>
    </message>
    <message>
        <source>alpha, of those tested</source>
        <translation>alfa, van de geteste</translation>
    </message>
    <message>
        <source>mean accepted</source>
        <translation>gemiddeld geaccepteerd</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>seed</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>temperatuur</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>top-p</source>
        <translation>top-p</translation>
    </message>
    <message>
        <source>min-p</source>
        <translation>min-p</translation>
    </message>
    <message>
        <source>repeat penalty</source>
        <translation>herhalingsstraf</translation>
    </message>
    <message>
        <source>frequency penalty</source>
        <translation>frequentiestraf</translation>
    </message>
    <message>
        <source>presence penalty</source>
        <translation>aanwezigheidsstraf</translation>
    </message>
    <message>
        <source>DRY</source>
        <translation>DRY</translation>
    </message>
    <message>
        <source>biased tokens</source>
        <translation>tokens met bias</translation>
    </message>
    <message>
        <source>from the draft model</source>
        <translation>van het draftmodel</translation>
    </message>
    <message>
        <source>from lookup</source>
        <translation>uit lookup</translation>
    </message>
    <message>
        <source>{accepted} of {drafted}</source>
        <translation>{accepted} van {drafted}</translation>
    </message>
    <message>
        <source>{share} of {drafted}</source>
        <translation>{share} van {drafted}</translation>
    </message>
    <message>
        <source>{factor}× (estimated)</source>
        <translation>{factor}× (geschat)</translation>
    </message>
    <message>
        <source>{factor}×</source>
        <translation>{factor}×</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>draftmodel</translation>
    </message>
    <message>
        <source>lookup</source>
        <translation>lookup</translation>
    </message>
    <message>
        <source>off</source>
        <translation>uit</translation>
    </message>
    <message>
        <source>{mode} (automatic)</source>
        <translation>{mode} (automatisch)</translation>
    </message>
    <message>
        <source>{mode} ({requested} wanted)</source>
        <translation>{mode} ({requested} gewenst)</translation>
    </message>
    <message>
        <source>coupled</source>
        <translation>gekoppeld</translation>
    </message>
    <message>
        <source>rejection</source>
        <translation>verwerping</translation>
    </message>
    <message>
        <source>match</source>
        <translation>match</translation>
    </message>
    <message>
        <source>Written in {count} goes. Prompts and times are those of all of them together.</source>
        <translation>In {count} keer geschreven. Prompts en tijden zijn die van alle keren samen.</translation>
    </message>
    <message>
        <source>Written in {count} goes, of which one was cut off: of that one only the time of its rounds is known.</source>
        <translation>In {count} keer geschreven, waarvan één keer afgebroken: daarvan is alleen de tijd van de ronden bekend.</translation>
    </message>
    <message>
        <source>by a failure</source>
        <translation>door een fout</translation>
    </message>
    <message>
        <source>when Galley closed</source>
        <translation>toen Galley sloot</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestopt</translation>
    </message>
    <message>
        <source>by itself</source>
        <translation>vanzelf</translation>
    </message>
    <message>
        <source>at the token limit</source>
        <translation>bij de tokenlimiet</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>context vol</translation>
    </message>
    <message>
        <source>{number} ms</source>
        <translation>{number} ms</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} s</translation>
    </message>
</context>
<context>
    <name>FiguresButton</name>
    <message>
        <source>Show all figures of this reply</source>
        <translation>Alle cijfers van dit antwoord tonen</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Zoeken in:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>Bestands&amp;type:</translation>
    </message>
</context>
<context>
    <name>Filing</name>
    <message>
        <source>(copy)</source>
        <translation>(kopie)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nieuwe map</translation>
    </message>
</context>
<context>
    <name>FirstRunCard</name>
    <message>
        <source>Play again</source>
        <translation>Nog eens afspelen</translation>
    </message>
    <message>
        <source>More about it</source>
        <translation>Meer hierover</translation>
    </message>
    <message>
        <source>Skip this</source>
        <translation>Overslaan</translation>
    </message>
    <message>
        <source>Not shown again; Help has it.</source>
        <translation>Komt niet terug; in Help staat het ook.</translation>
    </message>
</context>
<context>
    <name>FoldersControl</name>
    <message>
        <source>Add a folder…</source>
        <translation>Map toevoegen…</translation>
    </message>
    <message>
        <source>Take out {folder}</source>
        <translation>{folder} weghalen</translation>
    </message>
</context>
<context>
    <name>ForeignOffer</name>
    <message>
        <source>Target model</source>
        <translation>Doelmodel</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systeemprompt</translation>
    </message>
</context>
<context>
    <name>ForeignPage</name>
    <message>
        <source>Settings in and out</source>
        <translation>Instellingen uitwisselen</translation>
    </message>
</context>
<context>
    <name>ForeignReader</name>
    <message>
        <source>From another program</source>
        <translation>Van een ander programma</translation>
    </message>
    <message>
        <source>A command line of llama.cpp, a Modelfile of Ollama’s, or vLLM’s arguments: from a script, a page or a terminal, as they stand. Nothing is run, and nothing changes before you say so.</source>
        <translation>Een opdrachtregel van llama.cpp, een Modelfile van Ollama of de argumenten van vLLM: uit een script, van een pagina of uit een terminal, zoals ze daar staan. Er wordt niets uitgevoerd, en er verandert niets voordat je het zegt.</translation>
    </message>
    <message>
        <source>Settings of another program</source>
        <translation>Instellingen van een ander programma</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Bestand openen…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leegmaken</translation>
    </message>
</context>
<context>
    <name>ForeignResult</name>
    <message>
        <source>What it would change here</source>
        <translation>Wat het hier zou veranderen</translation>
    </message>
    <message>
        <source>Take these settings</source>
        <translation>Deze instellingen overnemen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
    <message>
        <source>Taken. The next reply follows it.</source>
        <translation>Overgenomen. Het volgende antwoord houdt zich eraan.</translation>
    </message>
    <message>
        <source>Nothing in it is a setting of Galley’s window.</source>
        <translation>Niets hierin is een instelling van het venster van Galley.</translation>
    </message>
    <message>
        <source>Settings of Ollama’s, as they would be here:</source>
        <translation>Instellingen van Ollama, zoals ze hier zouden zijn:</translation>
    </message>
    <message>
        <source>A command of vLLM’s, as it would be here:</source>
        <translation>Een opdracht van vLLM, zoals die hier zou zijn:</translation>
    </message>
    <message>
        <source>A command of llama.cpp’s, as it would be here:</source>
        <translation>Een opdracht van llama.cpp, zoals die hier zou zijn:</translation>
    </message>
    <message>
        <source>The pair of models</source>
        <translation>Het modelpaar</translation>
    </message>
    <message>
        <source>How the pair is loaded</source>
        <translation>Hoe het paar geladen wordt</translation>
    </message>
    <message>
        <source>This conversation’s own settings</source>
        <translation>Eigen instellingen van dit gesprek</translation>
    </message>
    <message>
        <source>They hold for “{title}” only.</source>
        <translation>Ze gelden alleen voor “{title}”.</translation>
    </message>
    <message>
        <source>The pair is loaded anew for it.</source>
        <translation>Het paar wordt ervoor opnieuw geladen.</translation>
    </message>
    <message>
        <source>Not taken, and why</source>
        <translation>Niet overgenomen, en waarom</translation>
    </message>
</context>
<context>
    <name>ForeignWired</name>
    <message>
        <source>Settings of another program</source>
        <translation>Instellingen van een ander programma</translation>
    </message>
</context>
<context>
    <name>ForeignWriter</name>
    <message>
        <source>For another program</source>
        <translation>Voor een ander programma</translation>
    </message>
    <message>
        <source>Write for</source>
        <translation>Schrijven voor</translation>
    </message>
    <message>
        <source>Option names since April 2026</source>
        <translation>Optienamen sinds april 2026</translation>
    </message>
    <message>
        <source>llama.cpp, older</source>
        <translation>llama.cpp, ouder</translation>
    </message>
    <message>
        <source>Option names before April 2026</source>
        <translation>Optienamen van vóór april 2026</translation>
    </message>
    <message>
        <source>A Modelfile</source>
        <translation>Een Modelfile</translation>
    </message>
    <message>
        <source>A command that starts its server</source>
        <translation>Een opdracht die de server ervan start</translation>
    </message>
    <message>
        <source>The pair that is chosen, with what holds for the open conversation and for loading.</source>
        <translation>Het gekozen paar, met wat voor het open gesprek en voor het laden geldt.</translation>
    </message>
</context>
<context>
    <name>ForgetSection</name>
    <message>
        <source>Erase</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>Removes every conversation, the search index, the backups and the key. Models, settings and what you exported stay.</source>
        <translation>Verwijdert alle gesprekken, de zoekindex, de back-ups en de sleutel. Modellen, instellingen en wat je geëxporteerd hebt, blijven.</translation>
    </message>
    <message>
        <source>Forget everything…</source>
        <translation>Alles vergeten…</translation>
    </message>
    <message>
        <source>Keep everything</source>
        <translation>Alles bewaren</translation>
    </message>
    <message>
        <source>One conversation goes and cannot be brought back. Forget it?</source>
        <translation>Eén gesprek verdwijnt en is niet terug te halen. Vergeten?</translation>
    </message>
    <message>
        <source>{number} conversations go and cannot be brought back. Forget them all?</source>
        <translation>{number} gesprekken verdwijnen en zijn niet terug te halen. Allemaal vergeten?</translation>
    </message>
    <message>
        <source>No conversation is kept; the key goes. Forget everything?</source>
        <translation>Er zijn geen gesprekken bewaard; de sleutel verdwijnt. Alles vergeten?</translation>
    </message>
    <message>
        <source>Yes, forget everything</source>
        <translation>Ja, alles vergeten</translation>
    </message>
</context>
<context>
    <name>Galley</name>
    <message>
        <source>The model is still being loaded. Try again in a moment.</source>
        <translation>Het model wordt nog geladen. Probeer het zo meteen opnieuw.</translation>
    </message>
    <message>
        <source>Choose a target model first.</source>
        <translation>Kies eerst een doelmodel.</translation>
    </message>
    <message>
        <source>Opening your conversations.</source>
        <translation>Je gesprekken worden geopend.</translation>
    </message>
    <message>
        <source>Loading the model. You can write already.</source>
        <translation>Het model wordt geladen. Je kunt alvast schrijven.</translation>
    </message>
    <message>
        <source>Choose a target model to begin.</source>
        <translation>Kies een doelmodel om te beginnen.</translation>
    </message>
    <message>
        <source>What was found is in a version of the conversation that is not on screen.</source>
        <translation>Wat gevonden werd, staat in een versie van het gesprek die niet op het scherm is.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Target</source>
        <translation>Doelmodel</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>No draft model</source>
        <translation>Geen draftmodel</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Licht</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Donker</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Zoals het systeem</translation>
    </message>
</context>
<context>
    <name>HelpList</name>
    <message>
        <source>Search the guide</source>
        <translation>Zoeken in de gids</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>Hoofdstukken</translation>
    </message>
    <message>
        <source>Nothing in the guide has all of these words.</source>
        <translation>Nergens in de gids staan al deze woorden.</translation>
    </message>
    <message>
        <source>Found in the guide</source>
        <translation>Gevonden in de gids</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Help</source>
        <translation>Help</translation>
    </message>
    <message>
        <source>Back to what was read before (Alt+Left)</source>
        <translation>Terug naar wat je hiervoor las (Alt+←)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts (F1)</source>
        <translation>Sneltoetsen (F1)</translation>
    </message>
    <message>
        <source>The chapter</source>
        <translation>Het hoofdstuk</translation>
    </message>
</context>
<context>
    <name>HoldersList</name>
    <message>
        <source>a program that cannot be seen from here</source>
        <translation>een programma dat vanaf hier niet te zien is</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>onbekend</translation>
    </message>
    <message>
        <source>process {number}</source>
        <translation>proces {number}</translation>
    </message>
    <message>
        <source>And {number} more with less.</source>
        <translation>En nog {number} met minder.</translation>
    </message>
    <message>
        <source>{size} GB are held by programs that the driver does not list, as inside a container.</source>
        <translation>{size} GB is in gebruik bij programma’s die het stuurprogramma niet noemt, zoals in een container.</translation>
    </message>
    <message>
        <source>No program holds memory of it.</source>
        <translation>Geen enkel programma gebruikt geheugen van de kaart.</translation>
    </message>
    <message>
        <source>Programs that hold its memory</source>
        <translation>Programma’s die geheugen van de kaart gebruiken</translation>
    </message>
</context>
<context>
    <name>HostSection</name>
    <message>
        <source>Processors and memory</source>
        <translation>Processors en geheugen</translation>
    </message>
    <message>
        <source>processors</source>
        <translation>processors</translation>
    </message>
    <message>
        <source>Busy share of all processors.</source>
        <translation>Het deel van alle processors dat bezig is.</translation>
    </message>
    <message>
        <source>RAM in use</source>
        <translation>RAM in gebruik</translation>
    </message>
    <message>
        <source>By programs, the mapped pages of the model included.</source>
        <translation>Bij programma’s, de gemapte pagina’s van het model meegeteld.</translation>
    </message>
    <message>
        <source>available</source>
        <translation>beschikbaar</translation>
    </message>
    <message>
        <source>RAM that the system would give away, if need be that of mapped files.</source>
        <translation>RAM dat het systeem zou vrijgeven, zo nodig ook dat van gemapte bestanden.</translation>
    </message>
    <message>
        <source>swap in use</source>
        <translation>swap in gebruik</translation>
    </message>
    <message>
        <source>Memory moved to disk. A model in it is slow.</source>
        <translation>Geheugen dat naar schijf verplaatst is. Een model daarin is traag.</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>energie</translation>
    </message>
    <message>
        <source>Used by the processors since this window was opened.</source>
        <translation>Door de processors verbruikt sinds dit venster openging.</translation>
    </message>
    <message>
        <source>{used} / {total} GB</source>
        <translation>{used} / {total} GB</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
    <message>
        <source>{number} Wh</source>
        <translation>{number} Wh</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>The engine does not run: it starts with the first model.</source>
        <translation>De engine draait niet: die start met het eerste model.</translation>
    </message>
    <message>
        <source>The engine (process {pid}) holds {held} GB of RAM</source>
        <translation>De engine (proces {pid}) gebruikt {held} GB RAM</translation>
    </message>
    <message>
        <source>{own} GB where shared pages are divided among programs</source>
        <translation>{own} GB als je gedeelde pagina’s over de programma’s verdeelt</translation>
    </message>
    <message>
        <source>{cores} of {number} processors are busy for it</source>
        <translation>{cores} van {number} processors zijn ermee bezig</translation>
    </message>
    <message>
        <source>This window (process {pid}) holds {held} GB and takes {share} of all processors.</source>
        <translation>Dit venster (proces {pid}) gebruikt {held} GB en neemt {share} van alle processors.</translation>
    </message>
</context>
<context>
    <name>KeySection</name>
    <message>
        <source>Key</source>
        <translation>Sleutel</translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation>Nu vergrendelen</translation>
    </message>
    <message>
        <source>Change the passphrase…</source>
        <translation>Wachtwoordzin wijzigen…</translation>
    </message>
    <message>
        <source>Move to the keyring…</source>
        <translation>Naar de sleutelbos verplaatsen…</translation>
    </message>
    <message>
        <source>Use a passphrase instead…</source>
        <translation>Liever een wachtwoordzin…</translation>
    </message>
    <message>
        <source>Lock when idle</source>
        <translation>Vergrendelen bij inactiviteit</translation>
    </message>
    <message>
        <source>Conversations are locked until it is given again.</source>
        <translation>Gesprekken zijn vergrendeld totdat je die weer invoert.</translation>
    </message>
    <message>
        <source>Locks after {minutes} minutes without a key, the pointer or a reply being written.</source>
        <translation>Vergrendelt na {minutes} minuten zonder toets of muis en zonder lopend antwoord.</translation>
    </message>
    <message>
        <source>Stays open until Galley is closed or locked.</source>
        <translation>Blijft open totdat je Galley sluit of vergrendelt.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nooit</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>After {minutes} minutes</source>
        <translation>Na {minutes} minuten</translation>
    </message>
</context>
<context>
    <name>Lab</name>
    <message>
        <source>All kinds of text</source>
        <translation>Alle soorten tekst</translation>
    </message>
    <message>
        <source>One prompt of each kind</source>
        <translation>Eén prompt van elke soort</translation>
    </message>
    <message>
        <source>Last 20 prompts of my chats</source>
        <translation>Laatste 20 prompts uit mijn chats</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Editing code</source>
        <translation>Code bewerken</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Summarising</source>
        <translation>Samenvatten</translation>
    </message>
    <message>
        <source>Extraction</source>
        <translation>Extractie</translation>
    </message>
    <message>
        <source>Questions about a text</source>
        <translation>Vragen over een tekst</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Creative writing</source>
        <translation>Creatief schrijven</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Vertalen</translation>
    </message>
    <message>
        <source>Own prompts</source>
        <translation>Eigen prompts</translation>
    </message>
    <message>
        <source>Automatic, against off</source>
        <translation>Automatisch tegenover uit</translation>
    </message>
    <message>
        <source>Draft lengths 1 to 8</source>
        <translation>Voorstellen van 1 tot 8 tokens</translation>
    </message>
    <message>
        <source>Least confidence of a draft</source>
        <translation>Minimale zekerheid van het draftmodel</translation>
    </message>
    <message>
        <source>Temperatures 0 to 1.3</source>
        <translation>Temperaturen 0 tot 1,3</translation>
    </message>
    <message>
        <source>Draft model, lookup, automatic</source>
        <translation>Draftmodel, lookup, automatisch</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Engels</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Nederlands</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} u {minutes} min</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
</context>
<context>
    <name>LabDialogs</name>
    <message>
        <source>Own prompts</source>
        <translation>Eigen prompts</translation>
    </message>
    <message>
        <source>Prompts, one JSON object a line (*.jsonl)</source>
        <translation>Prompts, één JSON-object per regel (*.jsonl)</translation>
    </message>
    <message>
        <source>Own settings</source>
        <translation>Eigen instellingen</translation>
    </message>
    <message>
        <source>Settings (*.toml *.json)</source>
        <translation>Instellingen (*.toml *.json)</translation>
    </message>
    <message>
        <source>Save what was measured</source>
        <translation>Metingen opslaan</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>Metingen</translation>
    </message>
    <message>
        <source>Open this report in your browser?</source>
        <translation>Dit rapport in je browser openen?</translation>
    </message>
    <message>
        <source>{path}

The page loads nothing from elsewhere; the browser will remember its name.</source>
        <translation>{path}

De pagina haalt nergens anders iets vandaan; de browser onthoudt wel de naam ervan.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Openen</translation>
    </message>
</context>
<context>
    <name>LabPage</name>
    <message>
        <source>Lab</source>
        <translation>Lab</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pauzeren</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Voortgang van de meting</translation>
    </message>
    <message>
        <source>What it found</source>
        <translation>Wat eruit kwam</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Verdergaan</translation>
    </message>
    <message>
        <source>Looking at memory and files…</source>
        <translation>Geheugen en bestanden bekijken…</translation>
    </message>
    <message>
        <source>Loading the pair once more, for the lab alone… {percent} %</source>
        <translation>Het paar nog eens laden, alleen voor het lab… {percent}%</translation>
    </message>
    <message>
        <source>Done: everything is measured.</source>
        <translation>Klaar: alles is gemeten.</translation>
    </message>
    <message>
        <source>Stopped before anything was measured.</source>
        <translation>Gestopt voordat er iets gemeten was.</translation>
    </message>
    <message>
        <source>Stopped. What was measured is kept, and the run can go on later.</source>
        <translation>Gestopt. Wat gemeten is, blijft bewaard, en je kunt later verdergaan.</translation>
    </message>
    <message>
        <source>{done} of {total} replies</source>
        <translation>{done} van {total} antwoorden</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>stopt…</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>gepauzeerd</translation>
    </message>
    <message>
        <source>about {time} left</source>
        <translation>nog ongeveer {time}</translation>
    </message>
    <message>
        <source>What to measure</source>
        <translation>Wat er gemeten wordt</translation>
    </message>
    <message>
        <source>Kept runs</source>
        <translation>Bewaarde metingen</translation>
    </message>
</context>
<context>
    <name>LabRunsList</name>
    <message>
        <source>No run is kept yet.</source>
        <translation>Er is nog geen meting bewaard.</translation>
    </message>
    <message>
        <source>The newest {number} runs.</source>
        <translation>De nieuwste {number} metingen.</translation>
    </message>
</context>
<context>
    <name>LabSetup</name>
    <message>
        <source>A file of prompts…</source>
        <translation>Bestand met prompts…</translation>
    </message>
    <message>
        <source>A folder of prompts…</source>
        <translation>Map met prompts…</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>Alle talen</translation>
    </message>
    <message>
        <source>A file of settings…</source>
        <translation>Bestand met instellingen…</translation>
    </message>
    <message>
        <source>How often each reply is written. More prompts say more than more repeats.</source>
        <translation>Hoe vaak elk antwoord geschreven wordt. Meer prompts zeggen meer dan meer herhalingen.</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Instellingen</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Herhalingen</translation>
    </message>
    <message>
        <source>Tokens a reply, at most</source>
        <translation>Max. tokens per antwoord</translation>
    </message>
</context>
<context>
    <name>LabTable</name>
    <message>
        <source>What was measured</source>
        <translation>Wat er gemeten is</translation>
    </message>
    <message>
        <source>Kind of text</source>
        <translation>Soort tekst</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Instelling</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Versnelling</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>Acceptatie</translation>
    </message>
    <message>
        <source>τ</source>
        <translation>τ</translation>
    </message>
</context>
<context>
    <name>LanguageMenu</name>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>Like the system: {language}</source>
        <translation>Systeem: {language}</translation>
    </message>
</context>
<context>
    <name>LeftOutLine</name>
    <message>
        <source>The turns above did not fit into the context and were left out.</source>
        <translation>De beurten hierboven pasten niet in de context en zijn weggelaten.</translation>
    </message>
</context>
<context>
    <name>LinkQuestion</name>
    <message>
        <source>Write to this address in your mail program?</source>
        <translation>Met je mailprogramma naar dit adres schrijven?</translation>
    </message>
    <message>
        <source>Open this address in your browser?</source>
        <translation>Dit adres in je browser openen?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Openen</translation>
    </message>
    <message>
        <source>Not opened: this link is a program, not a page.</source>
        <translation>Niet geopend: deze link is een programma, geen pagina.</translation>
    </message>
    <message>
        <source>Not opened: this link carries its own content instead of an address.</source>
        <translation>Niet geopend: deze link draagt zijn eigen inhoud mee in plaats van een adres.</translation>
    </message>
    <message>
        <source>Not opened: this link points at a file on this machine.</source>
        <translation>Niet geopend: deze link wijst naar een bestand op deze machine.</translation>
    </message>
    <message>
        <source>Not opened: this link points at another machine&apos;s files, which would be told who you are.</source>
        <translation>Niet geopend: deze link wijst naar bestanden op een andere machine, die dan te weten komt wie je bent.</translation>
    </message>
    <message>
        <source>Not opened: Galley opens web pages and mail addresses only.</source>
        <translation>Niet geopend: Galley opent alleen webpagina’s en mailadressen.</translation>
    </message>
    <message>
        <source>Not opened: this is no complete web address.</source>
        <translation>Niet geopend: dit is geen volledig webadres.</translation>
    </message>
</context>
<context>
    <name>LoadCard</name>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>Voortgang van het laden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleren</translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation>Ander bestand kiezen</translation>
    </message>
    <message>
        <source>Load it smaller</source>
        <translation>Kleiner laden</translation>
    </message>
    <message>
        <source>Load it without the graphics card</source>
        <translation>Laden zonder videokaart</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Deze melding sluiten</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Waarom?</translation>
    </message>
    <message>
        <source>What this means, and what can be done about it</source>
        <translation>Wat dit betekent, en wat je eraan kunt doen</translation>
    </message>
    <message>
        <source>Why is that so?</source>
        <translation>Waarom is dat zo?</translation>
    </message>
    <message>
        <source>Last lines of the engine&apos;s log</source>
        <translation>Laatste regels uit het logboek van de engine</translation>
    </message>
    <message>
        <source>{reason} A graphics driver can be the cause.</source>
        <translation>{reason} Misschien ligt het aan een grafisch stuurprogramma.</translation>
    </message>
    <message>
        <source>There was no memory for the draft model</source>
        <translation>Er was geen geheugen voor het draftmodel</translation>
    </message>
    <message>
        <source>Loading {name}… {percent} %</source>
        <translation>{name} laden… {percent}%</translation>
    </message>
    <message>
        <source>Loading… {percent} %</source>
        <translation>Laden… {percent}%</translation>
    </message>
    <message>
        <source>This model could not be loaded</source>
        <translation>Dit model kon niet worden geladen</translation>
    </message>
    <message>
        <source>{name} stays loaded.</source>
        <translation>{name} blijft geladen.</translation>
    </message>
    <message>
        <source>The engine stopped</source>
        <translation>De engine is gestopt</translation>
    </message>
</context>
<context>
    <name>LoadMenu</name>
    <message>
        <source>Context and repeatability</source>
        <translation>Context en herhaalbaarheid</translation>
    </message>
    <message>
        <source>Same seed, same text, always</source>
        <translation>Zelfde seed, zelfde tekst, altijd</translation>
    </message>
    <message>
        <source>The same seed gives the same text with speculation on and off; a little slower. Loads anew.</source>
        <translation>Dezelfde seed geeft dezelfde tekst, met speculatie aan of uit; iets langzamer. Laadt opnieuw.</translation>
    </message>
    <message>
        <source>When a conversation no longer fits</source>
        <translation>Als een gesprek niet meer past</translation>
    </message>
    <message>
        <source>Refuse the message, with the figures</source>
        <translation>Bericht weigeren, met de cijfers</translation>
    </message>
    <message>
        <source>Nothing is sent; the message comes back to be shortened.</source>
        <translation>Er wordt niets verzonden; je krijgt het bericht terug om het in te korten.</translation>
    </message>
    <message>
        <source>Leave out the oldest turns</source>
        <translation>Oudste beurten weglaten</translation>
    </message>
    <message>
        <source>The model no longer reads them. A line shows where its reading begins; nothing is erased.</source>
        <translation>Het model leest ze niet meer. Een lijn laat zien waar het begint te lezen; er wordt niets gewist.</translation>
    </message>
    <message>
        <source>Context as the target was trained</source>
        <translation>Context waarop het doelmodel getraind is</translation>
    </message>
    <message>
        <source>Context of {tokens} tokens</source>
        <translation>Context van {tokens} tokens</translation>
    </message>
    <message>
        <source>Loads the pair anew. A longer context takes more memory.</source>
        <translation>Laadt het paar opnieuw. Een langere context kost meer geheugen.</translation>
    </message>
</context>
<context>
    <name>LockedView</name>
    <message>
        <source>Galley is locked</source>
        <translation>Galley is vergrendeld</translation>
    </message>
    <message>
        <source>Your conversations are saved and closed. The key is in the system keyring: whoever can use your session can open them again.</source>
        <translation>Je gesprekken zijn opgeslagen en gesloten. De sleutel ligt in de sleutelbos van het systeem: wie jouw sessie kan gebruiken, kan ze weer openen.</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Ontgrendelen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Afsluiten</translation>
    </message>
</context>
<context>
    <name>Machine</name>
    <message>
        <source>Saved as {path}</source>
        <translation>Opgeslagen als {path}</translation>
    </message>
</context>
<context>
    <name>MachinePage</name>
    <message>
        <source>The machine</source>
        <translation>De machine</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>Hoe ver terug</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Opslaan als CSV…</translation>
    </message>
    <message>
        <source>Everything that was recorded in the last hour</source>
        <translation>Alles wat het laatste uur is vastgelegd</translation>
    </message>
    <message>
        <source>Galley, this window</source>
        <translation>Galley, dit venster</translation>
    </message>
    <message>
        <source>Galley&apos;s engine</source>
        <translation>De engine van Galley</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Verdergaan</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pauzeren</translation>
    </message>
</context>
<context>
    <name>Markdown</name>
    <message>
        <source> (leads to {host})</source>
        <translation> (gaat naar {host})</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Afbeelding</translation>
    </message>
</context>
<context>
    <name>MarksLegend</name>
    <message>
        <source>A line of a reply with one mark of each kind</source>
        <translation>Een regel van een antwoord met van elke soort één markering</translation>
    </message>
    <message>
        <source>read|and</source>
        <translation>gelezen|en</translation>
    </message>
    <message>
        <source>Every page is</source>
        <translation>Elke pagina wordt</translation>
    </message>
    <message>
        <source>sold,</source>
        <translation>verkocht,</translation>
    </message>
    <message>
        <source>marked,</source>
        <translation>gecorrigeerd,</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>gecorrigeerd</translation>
    </message>
    <message>
        <source>until it is right</source>
        <translation>tot alles klopt</translation>
    </message>
</context>
<context>
    <name>MathCard</name>
    <message>
        <source>Formula: {source}</source>
        <translation>Formule: {source}</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Memory: open the planner</source>
        <translation>Geheugen: planner openen</translation>
    </message>
    <message>
        <source>{used} of {total} GB</source>
        <translation>{used} van {total} GB</translation>
    </message>
    <message>
        <source>Memory of the graphics card</source>
        <translation>Geheugen van de videokaart</translation>
    </message>
    <message>
        <source>Memory of the machine</source>
        <translation>Geheugen van de machine</translation>
    </message>
    <message>
        <source>target, weights</source>
        <translation>doelmodel, gewichten</translation>
    </message>
    <message>
        <source>target, cache and buffers</source>
        <translation>doelmodel, cache en buffers</translation>
    </message>
    <message>
        <source>draft, weights</source>
        <translation>draftmodel, gewichten</translation>
    </message>
    <message>
        <source>draft, cache and buffers</source>
        <translation>draftmodel, cache en buffers</translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>al het andere</translation>
    </message>
    <message>
        <source>free</source>
        <translation>vrij</translation>
    </message>
    <message>
        <source>{size} GB {part}</source>
        <translation>{size} GB {part}</translation>
    </message>
    <message>
        <source>{share} of the pair is on the card, the rest in the machine&apos;s memory</source>
        <translation>{share} van het paar staat op de kaart, de rest in het geheugen van de machine</translation>
    </message>
</context>
<context>
    <name>MemoryPlanner</name>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>Tokens of context</source>
        <translation>Context in tokens</translation>
    </message>
    <message>
        <source>Load it like this</source>
        <translation>Zo laden</translation>
    </message>
    <message>
        <source>As it was</source>
        <translation>Zoals het was</translation>
    </message>
    <message>
        <source>No plan can be made</source>
        <translation>Er is geen plan te maken</translation>
    </message>
    <message>
        <source>No model is chosen</source>
        <translation>Er is geen model gekozen</translation>
    </message>
    <message>
        <source>Choose a target model, and this page says how much memory it takes.</source>
        <translation>Kies een doelmodel, en deze pagina vertelt hoeveel geheugen het kost.</translation>
    </message>
    <message>
        <source>Looking at the files and at the machine…</source>
        <translation>Bestanden en machine bekijken…</translation>
    </message>
    <message>
        <source>A context of {tokens} tokens fits</source>
        <translation>Een context van {tokens} tokens past</translation>
    </message>
    <message>
        <source>A context of {tokens} tokens does not fit</source>
        <translation>Een context van {tokens} tokens past niet</translation>
    </message>
    <message>
        <source>It takes {size}.</source>
        <translation>Dat kost {size}.</translation>
    </message>
    <message>
        <source>{size} are missing, a little reserve counted in.</source>
        <translation>Er ontbreekt {size}, met een kleine reserve meegerekend.</translation>
    </message>
    <message>
        <source>Checked with llama.cpp.</source>
        <translation>Nagerekend met llama.cpp.</translation>
    </message>
    <message>
        <source>Estimated from the files.</source>
        <translation>Geschat op grond van de bestanden.</translation>
    </message>
    <message>
        <source>Up to {size} more are in use while there is room: pages of the file behind weights that are kept in the processor&apos;s own order. The system takes them back when it needs them.</source>
        <translation>Zolang er ruimte is, is er tot {size} meer in gebruik: bestandspagina’s achter gewichten die de processor in een eigen volgorde bewaart. Het systeem neemt ze terug als het ze nodig heeft.</translation>
    </message>
    <message>
        <source>The longest that fits: {tokens}</source>
        <translation>Langste die past: {tokens}</translation>
    </message>
    <message>
        <source>No context fits</source>
        <translation>Er past geen enkele context</translation>
    </message>
    <message>
        <source>The target was trained for {tokens} tokens.</source>
        <translation>Het doelmodel is getraind op {tokens} tokens.</translation>
    </message>
    <message>
        <source>What lies where</source>
        <translation>Wat waar komt</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>How it is loaded</source>
        <translation>Hoe het geladen wordt</translation>
    </message>
    <message>
        <source>{number} GB</source>
        <translation>{number} GB</translation>
    </message>
    <message>
        <source>{number} MB</source>
        <translation>{number} MB</translation>
    </message>
    <message>
        <source>Memory of the machine</source>
        <translation>Geheugen van de machine</translation>
    </message>
    <message>
        <source>Context of {tokens} tokens</source>
        <translation>Context van {tokens} tokens</translation>
    </message>
    <message>
        <source>Caches in q8_0</source>
        <translation>Caches in q8_0</translation>
    </message>
    <message>
        <source>{layers} layers on the card</source>
        <translation>{layers} lagen op de kaart</translation>
    </message>
    <message>
        <source>The draft on the processor</source>
        <translation>Draftmodel op de processor</translation>
    </message>
    <message>
        <source>Without the draft model</source>
        <translation>Zonder draftmodel</translation>
    </message>
    <message>
        <source>No draft, q8_0, {tokens} tokens</source>
        <translation>Zonder draftmodel, q8_0, {tokens} tokens</translation>
    </message>
    <message>
        <source>Conversations have to be shorter; nothing else changes.</source>
        <translation>Gesprekken moeten korter zijn; verder verandert er niets.</translation>
    </message>
    <message>
        <source>About half the cache, hardly any loss; it needs flash attention.</source>
        <translation>Ongeveer half zoveel cache, nauwelijks verlies; hiervoor is flash attention nodig.</translation>
    </message>
    <message>
        <source>The rest is computed by the processor, which is slower.</source>
        <translation>De rest rekent de processor uit, en dat is langzamer.</translation>
    </message>
    <message>
        <source>Drafting is slower there; the target stays as it is.</source>
        <translation>Voorstellen komen daar langzamer; het doelmodel blijft zoals het is.</translation>
    </message>
    <message>
        <source>Lookup still proposes and needs no memory. A smaller draft model may fit, too.</source>
        <translation>Lookup blijft voorstellen doen en kost geen geheugen. Een kleiner draftmodel past misschien ook.</translation>
    </message>
    <message>
        <source>No single change is enough.</source>
        <translation>Eén enkele wijziging is niet genoeg.</translation>
    </message>
</context>
<context>
    <name>MemoryPlot</name>
    <message>
        <source>Blue: held by the engine. Grey: in use on this machine, of all there is.</source>
        <translation>Blauw: bij de engine. Grijs: in gebruik op deze machine, van het totaal.</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Edit your message</source>
        <translation>Je bericht bewerken</translation>
    </message>
    <message>
        <source>It becomes a new version; the old one stays, with what follows it.</source>
        <translation>Het wordt een nieuwe versie; de oude blijft, met alles wat erop volgt.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleren</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Verzenden</translation>
    </message>
    <message>
        <source>With {name}</source>
        <translation>Met {name}</translation>
    </message>
</context>
<context>
    <name>MessageField</name>
    <message>
        <source>Write a message</source>
        <translation>Schrijf een bericht</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Bericht</translation>
    </message>
</context>
<context>
    <name>MessageMenu</name>
    <message>
        <source>Copy selection</source>
        <translation>Selectie kopiëren</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>Linkadres kopiëren</translation>
    </message>
    <message>
        <source>Select all of this text</source>
        <translation>Deze hele tekst selecteren</translation>
    </message>
    <message>
        <source>All versions of the conversation…</source>
        <translation>Alle versies van het gesprek…</translation>
    </message>
    <message>
        <source>Delete with all that follows</source>
        <translation>Verwijderen met alles wat volgt</translation>
    </message>
</context>
<context>
    <name>ModeSwitch</name>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Galley decides when proposals pay.</source>
        <translation>Galley beslist wanneer voorstellen lonen.</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>The draft model proposes.</source>
        <translation>Het draftmodel doet voorstellen.</translation>
    </message>
    <message>
        <source>Lookup</source>
        <translation>Lookup</translation>
    </message>
    <message>
        <source>What the text repeats is proposed; no draft model is used.</source>
        <translation>Wat de tekst herhaalt, wordt voorgesteld; er komt geen draftmodel aan te pas.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
    <message>
        <source>The target writes alone.</source>
        <translation>Het doelmodel schrijft zonder hulp.</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>Use as target</source>
        <translation>Als doelmodel gebruiken</translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation>Als draftmodel gebruiken</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>In de map tonen</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>Wat getoond wordt</translation>
    </message>
    <message>
        <source>Drafts for it</source>
        <translation>Draftmodellen</translation>
    </message>
    <message>
        <source>Which models can draft for it</source>
        <translation>Welke modellen hiervoor voorstellen kunnen doen</translation>
    </message>
    <message>
        <source>About it</source>
        <translation>Over dit model</translation>
    </message>
    <message>
        <source>Size, context, licence</source>
        <translation>Grootte, context, licentie</translation>
    </message>
    <message>
        <source>All it says</source>
        <translation>Alle gegevens</translation>
    </message>
    <message>
        <source>Everything that stands in the file</source>
        <translation>Alles wat in het bestand staat</translation>
    </message>
    <message>
        <source>Everything that the file says</source>
        <translation>Alles wat het bestand vermeldt</translation>
    </message>
    <message>
        <source>No draft for the loaded target: {reason}</source>
        <translation>Geen draftmodel voor het geladen doelmodel: {reason}</translation>
    </message>
    <message>
        <source>{number} tensors</source>
        <translation>{number} tensoren</translation>
    </message>
    <message>
        <source>More to do with this model</source>
        <translation>Meer mogelijkheden met dit model</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Pad kopiëren</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>Uit deze lijst verwijderen</translation>
    </message>
    <message>
        <source>The file stays where it is</source>
        <translation>Het bestand blijft waar het is</translation>
    </message>
    <message>
        <source>Loaded as target</source>
        <translation>Geladen als doelmodel</translation>
    </message>
    <message>
        <source>Loaded as draft</source>
        <translation>Geladen als draftmodel</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message>
        <source>About this model</source>
        <translation>Over dit model</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Wat het is</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>in het bestand</translation>
    </message>
    <message>
        <source>none: it writes on, it does not chat</source>
        <translation>geen: het schrijft verder, het chat niet</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architectuur</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameters</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>Kwantisatie</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chatsjabloon</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licentie</translation>
    </message>
    <message>
        <source>the file names none</source>
        <translation>het bestand noemt er geen</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Grootte</translation>
    </message>
    <message>
        <source>Where it lies</source>
        <translation>Waar het staat</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Bestand</translation>
    </message>
    <message>
        <source>Also as</source>
        <translation>Ook als</translation>
    </message>
    <message>
        <source>{size} tokens</source>
        <translation>{size} tokens</translation>
    </message>
    <message>
        <source>{number} tokens ({kind})</source>
        <translation>{number} tokens ({kind})</translation>
    </message>
    <message>
        <source>{size} in {number} files</source>
        <translation>{size} in {number} bestanden</translation>
    </message>
</context>
<context>
    <name>ModelMemory</name>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>Memory, predicted and taken</source>
        <translation>Geheugen, voorspeld en gebruikt</translation>
    </message>
    <message>
        <source>Open in the planner</source>
        <translation>In de planner openen</translation>
    </message>
    <message>
        <source>It has not been loaded yet. Once it is, what it really takes stands here beside what its file promises.</source>
        <translation>Het is nog nooit geladen. Zodra dat gebeurd is, staat hier wat het echt gebruikt, naast wat het bestand belooft.</translation>
    </message>
    <message>
        <source>{predicted} predicted, {taken} taken</source>
        <translation>{predicted} voorspeld, {taken} gebruikt</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Voorspeld</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Gebruikt</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Verschil</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichten</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-cache</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Buffers</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Samen</translation>
    </message>
    <message>
        <source>Loaded as draft on {date}, with a context of {tokens} tokens and the KV cache in {types}.</source>
        <translation>Op {date} geladen als draftmodel, met een context van {tokens} tokens en de KV-cache in {types}.</translation>
    </message>
    <message>
        <source>Loaded as target on {date}, with a context of {tokens} tokens and the KV cache in {types}.</source>
        <translation>Op {date} geladen als doelmodel, met een context van {tokens} tokens en de KV-cache in {types}.</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>All models on this machine…</source>
        <translation>Alle modellen op deze machine…</translation>
    </message>
    <message>
        <source>Open a GGUF file…</source>
        <translation>GGUF-bestand openen…</translation>
    </message>
    <message>
        <source>Open a GGUF file</source>
        <translation>GGUF-bestand openen</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation>GGUF-modellen (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
</context>
<context>
    <name>ModelShelf</name>
    <message>
        <source>Search models</source>
        <translation>Modellen zoeken</translation>
    </message>
    <message>
        <source>Which models</source>
        <translation>Welke modellen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Every model file</source>
        <translation>Elk modelbestand</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>What can be target or draft</source>
        <translation>Wat doelmodel of draftmodel kan zijn</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Overige</translation>
    </message>
    <message>
        <source>Projectors, embeddings, heads, adapters, damaged files</source>
        <translation>Projectoren, embeddings, koppen, adapters, beschadigde bestanden</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sorteren op</translation>
    </message>
    <message>
        <source>Models on this machine</source>
        <translation>Modellen op deze machine</translation>
    </message>
    <message>
        <source>No model is like that.</source>
        <translation>Geen enkel model voldoet daaraan.</translation>
    </message>
    <message>
        <source>loaded as target</source>
        <translation>geladen als doelmodel</translation>
    </message>
    <message>
        <source>loaded as draft</source>
        <translation>geladen als draftmodel</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Op naam</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>Grootste eerst</translation>
    </message>
    <message>
        <source>Smallest first</source>
        <translation>Kleinste eerst</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Nieuwste eerst</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Models</source>
        <translation>Modellen</translation>
    </message>
    <message>
        <source>A folder with models</source>
        <translation>Een map met modellen</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>niet te gebruiken</translation>
    </message>
    <message>
        <source>chat model</source>
        <translation>chatmodel</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>projector</translation>
    </message>
    <message>
        <source>embedding model</source>
        <translation>embeddingmodel</translation>
    </message>
    <message>
        <source>LoRA adapter</source>
        <translation>LoRA-adapter</translation>
    </message>
    <message>
        <source>trained head</source>
        <translation>getrainde kop</translation>
    </message>
    <message>
        <source>no chat model</source>
        <translation>geen chatmodel</translation>
    </message>
    <message>
        <source>base model</source>
        <translation>basismodel</translation>
    </message>
    <message>
        <source>your folder</source>
        <translation>je eigen map</translation>
    </message>
    <message>
        <source>{factor}× measured</source>
        <translation>{factor}× gemeten</translation>
    </message>
    <message>
        <source>too large to gain</source>
        <translation>te groot om te lonen</translation>
    </message>
    <message>
        <source>about {factor}×</source>
        <translation>circa {factor}×</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models</source>
        <translation>Modellen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Mappen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Opnieuw zoeken</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modellen zoeken…</translation>
    </message>
    <message>
        <source>1 model, {size}</source>
        <translation>1 model, {size}</translation>
    </message>
    <message>
        <source>{number} models, {size}</source>
        <translation>{number} modellen, {size}</translation>
    </message>
    <message>
        <source>{number} removed from this list: bring back</source>
        <translation>{number} uit deze lijst verwijderd: terughalen</translation>
    </message>
    <message>
        <source>Looking for models: {done} of {total} files</source>
        <translation>Modellen zoeken: {done} van {total} bestanden</translation>
    </message>
    <message>
        <source>Look in another folder…</source>
        <translation>In een andere map zoeken…</translation>
    </message>
    <message>
        <source>Look no more in {folder}</source>
        <translation>Niet meer in {folder} zoeken</translation>
    </message>
</context>
<context>
    <name>NoModels</name>
    <message>
        <source>No models on this machine yet</source>
        <translation>Nog geen modellen op deze machine</translation>
    </message>
    <message>
        <source>Galley downloads nothing. Bring model files in the GGUF format over on a disk, or fetch them with any other program: what LM Studio, Ollama, Jan, GPT4All, llama.cpp or Hugging Face keep on this machine appears here by itself.</source>
        <translation>Galley downloadt niets. Breng modelbestanden in het GGUF-formaat mee op een schijf, of haal ze op met een ander programma: wat LM Studio, Ollama, Jan, GPT4All, llama.cpp of Hugging Face op deze machine bewaart, verschijnt hier vanzelf.</translation>
    </message>
    <message>
        <source>Look in a folder…</source>
        <translation>In een map zoeken…</translation>
    </message>
    <message>
        <source>Open a GGUF file…</source>
        <translation>GGUF-bestand openen…</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close this message</source>
        <translation>Deze melding sluiten</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Waarom?</translation>
    </message>
    <message>
        <source>What this means, and what can be done about it</source>
        <translation>Wat dit betekent, en wat je eraan kunt doen</translation>
    </message>
    <message>
        <source>Why is that so?</source>
        <translation>Waarom is dat zo?</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>.</source>
        <comment>decimal mark</comment>
        <translation>,</translation>
    </message>
    <message>
        <source>,</source>
        <comment>groups of three</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Back to the conversation</source>
        <translation>Terug naar het gesprek</translation>
    </message>
</context>
<context>
    <name>PageMenu</name>
    <message>
        <source>All pages</source>
        <translation>Alle pagina’s</translation>
    </message>
</context>
<context>
    <name>PairOffer</name>
    <message>
        <source>Use that pair</source>
        <translation>Dat paar gebruiken</translation>
    </message>
    <message>
        <source>Go on with the pair that is loaded</source>
        <translation>Verder met het geladen paar</translation>
    </message>
    <message>
        <source>Last written with {target} + {draft}.</source>
        <translation>Laatst geschreven met {target} + {draft}.</translation>
    </message>
    <message>
        <source>Last written with {target}, without a draft.</source>
        <translation>Laatst geschreven met {target}, zonder draftmodel.</translation>
    </message>
</context>
<context>
    <name>PairSuggestion</name>
    <message>
        <source>The best pair on this machine</source>
        <translation>Het beste paar op deze machine</translation>
    </message>
    <message>
        <source>Load this pair</source>
        <translation>Dit paar laden</translation>
    </message>
    <message>
        <source>All models on this machine…</source>
        <translation>Alle modellen op deze machine…</translation>
    </message>
    <message>
        <source>{target}, with {draft} to draft for it.</source>
        <translation>{target}, met {draft} voor de voorstellen.</translation>
    </message>
    <message>
        <source>The largest model here for which there is room, and the draft with the same vocabulary that promises most beside it: about {factor} times as fast as alone.</source>
        <translation>Het grootste model hier waar ruimte voor is, met het kansrijkste draftmodel dat hetzelfde vocabulaire heeft: ongeveer {factor} keer zo snel als zonder hulp.</translation>
    </message>
    <message>
        <source>Load {target} with {draft}</source>
        <translation>{target} met {draft} laden</translation>
    </message>
    <message>
        <source>It takes {needed} GB of the {free} GB that are free, with a context of {tokens} tokens.</source>
        <translation>Dat kost {needed} GB van de {free} GB die vrij is, met een context van {tokens} tokens.</translation>
    </message>
</context>
<context>
    <name>PairTest</name>
    <message>
        <source>Use {draft}: {factor} times as fast as without a draft</source>
        <translation>Gebruik {draft}: {factor} keer zo snel als zonder draftmodel</translation>
    </message>
    <message>
        <source>Lookup alone does as well: {factor} times as fast, without {draft} in memory</source>
        <translation>Lookup alleen is even goed: {factor} keer zo snel, zonder {draft} in het geheugen</translation>
    </message>
    <message>
        <source>Not worth it here: with {draft} it is {factor} times as fast as without</source>
        <translation>Hier niet de moeite waard: met {draft} is het {factor} keer zo snel als zonder</translation>
    </message>
    <message>
        <source>{kind} {factor} ×</source>
        <translation>{kind} {factor} ×</translation>
    </message>
    <message>
        <source>Acceptance {share}.</source>
        <translation>Acceptatie {share}.</translation>
    </message>
    <message>
        <source>Acceptance {share}, and accepting everything would not make up for its cost.</source>
        <translation>Acceptatie {share}, en zelfs alles accepteren zou de kosten niet goedmaken.</translation>
    </message>
    <message>
        <source>Acceptance {share}, break-even {least}.</source>
        <translation>Acceptatie {share}, break-even {least}.</translation>
    </message>
    <message>
        <source>Measured on one prompt: no more than a hint.</source>
        <translation>Gemeten op één prompt: niet meer dan een aanwijzing.</translation>
    </message>
    <message>
        <source>Measured on {number} prompts: between {low} and {high} times with 95 % confidence.</source>
        <translation>Gemeten op {number} prompts: met 95% zekerheid tussen {low} en {high} keer.</translation>
    </message>
    <message>
        <source>Measured on {number} prompts, which leave anything between {low} and {high} times possible: a hint only.</source>
        <translation>Gemeten op {number} prompts, waarmee alles tussen {low} en {high} keer nog mogelijk is: niet meer dan een aanwijzing.</translation>
    </message>
    <message>
        <source>Use this pair</source>
        <translation>Dit paar gebruiken</translation>
    </message>
    <message>
        <source>Use lookup without it</source>
        <translation>Lookup gebruiken, zonder dit model</translation>
    </message>
    <message>
        <source>Use the target without it</source>
        <translation>Doelmodel gebruiken, zonder dit model</translation>
    </message>
    <message>
        <source>Lookup</source>
        <translation>Lookup</translation>
    </message>
    <message>
        <source>{number} drafts a round</source>
        <translation>{number} drafttokens per ronde</translation>
    </message>
    <message>
        <source>Draft length chosen automatically</source>
        <translation>Lengte van voorstellen automatisch</translation>
    </message>
    <message>
        <source>code</source>
        <translation>code</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>chat</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>samenvattingen</translation>
    </message>
</context>
<context>
    <name>PairTestCard</name>
    <message>
        <source>Progress of the test</source>
        <translation>Voortgang van de test</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleren</translation>
    </message>
    <message>
        <source>Close this result</source>
        <translation>Dit resultaat sluiten</translation>
    </message>
    <message>
        <source>{draft} was not tested</source>
        <translation>{draft} is niet getest</translation>
    </message>
    <message>
        <source>Testing {draft} with {target}</source>
        <translation>{draft} met {target} testen</translation>
    </message>
    <message>
        <source>Loading both beside what is loaded, then about half a minute of measuring.</source>
        <translation>Beide laden naast wat al geladen is, daarna ongeveer een halve minuut meten.</translation>
    </message>
    <message>
        <source>About {seconds} s left. Let the machine do nothing else meanwhile.</source>
        <translation>Nog ongeveer {seconds} s. Laat de machine intussen met rust.</translation>
    </message>
</context>
<context>
    <name>PanelPlots</name>
    <message>
        <source>The machine…</source>
        <translation>De machine…</translation>
    </message>
    <message>
        <source>Load, power, temperature</source>
        <translation>Belasting, vermogen, temperatuur</translation>
    </message>
    <message>
        <source>Graphics cards, processors, and who holds their memory</source>
        <translation>Videokaarten, processors, en wie het geheugen ervan gebruikt</translation>
    </message>
</context>
<context>
    <name>PartsList</name>
    <message>
        <source>see its licence file</source>
        <translation>zie het licentiebestand</translation>
    </message>
</context>
<context>
    <name>PassphraseField</name>
    <message>
        <source>Show</source>
        <translation>Tonen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Show the passphrase</source>
        <translation>Wachtwoordzin tonen</translation>
    </message>
    <message>
        <source>Hide the passphrase</source>
        <translation>Wachtwoordzin verbergen</translation>
    </message>
</context>
<context>
    <name>PassphraseForm</name>
    <message>
        <source>New passphrase</source>
        <translation>Nieuwe wachtwoordzin</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Wachtwoordzin</translation>
    </message>
    <message>
        <source>The same again</source>
        <translation>Nog een keer</translation>
    </message>
    <message>
        <source>Present passphrase</source>
        <translation>Huidige wachtwoordzin</translation>
    </message>
    <message>
        <source>The new one again</source>
        <translation>De nieuwe nog een keer</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Controleren…</translation>
    </message>
    <message>
        <source>The passphrase needs at least {least} characters.</source>
        <translation>De wachtwoordzin moet minstens {least} tekens hebben.</translation>
    </message>
    <message>
        <source>The passphrase needs at least {least} different characters.</source>
        <translation>De wachtwoordzin moet minstens {least} verschillende tekens hebben.</translation>
    </message>
    <message>
        <source>The two are not the same.</source>
        <translation>De twee zijn niet gelijk.</translation>
    </message>
    <message>
        <source>Caps Lock is on.</source>
        <translation>Caps Lock staat aan.</translation>
    </message>
    <message>
        <source>At least {least} characters, {different} of them different.</source>
        <translation>Minstens {least} tekens, waarvan {different} verschillende.</translation>
    </message>
</context>
<context>
    <name>PassphrasePage</name>
    <message>
        <source>Change the passphrase</source>
        <translation>Wachtwoordzin wijzigen</translation>
    </message>
    <message>
        <source>Use a passphrase</source>
        <translation>Wachtwoordzin gebruiken</translation>
    </message>
    <message>
        <source>The old one no longer opens your conversations once the new one is in its place.</source>
        <translation>Zodra de nieuwe geldt, opent de oude je gesprekken niet meer.</translation>
    </message>
    <message>
        <source>The key leaves the system keyring, and Galley asks for the passphrase whenever it starts. Several words in a row are easy to remember and hard to guess.</source>
        <translation>De sleutel verlaat de sleutelbos van het systeem, en Galley vraagt de wachtwoordzin bij elke start. Een paar woorden achter elkaar zijn makkelijk te onthouden en moeilijk te raden.</translation>
    </message>
    <message>
        <source>Nobody can recover a forgotten passphrase, and without it nobody can read what was kept.</source>
        <translation>Een vergeten wachtwoordzin kan niemand terughalen, en zonder die zin kan niemand lezen wat bewaard is.</translation>
    </message>
    <message>
        <source>Change it</source>
        <translation>Wijzigen</translation>
    </message>
    <message>
        <source>Use this passphrase</source>
        <translation>Deze wachtwoordzin gebruiken</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleren</translation>
    </message>
</context>
<context>
    <name>PasteOffer</name>
    <message>
        <source>You pasted a long text: {number} characters.</source>
        <translation>Je hebt een lange tekst geplakt: {number} tekens.</translation>
    </message>
    <message>
        <source>Attach it instead</source>
        <translation>Liever bijvoegen</translation>
    </message>
    <message>
        <source>Keep it here</source>
        <translation>Hier houden</translation>
    </message>
    <message>
        <source>The text is attached.</source>
        <translation>De tekst is bijgevoegd.</translation>
    </message>
    <message>
        <source>Put it back into the message</source>
        <translation>Terugzetten in het bericht</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Geplakte tekst</translation>
    </message>
    <message>
        <source>Pasted text {number}</source>
        <translation>Geplakte tekst {number}</translation>
    </message>
</context>
<context>
    <name>PlaceRow</name>
    <message>
        <source>What to do with “{name}”</source>
        <translation>Wat je met “{name}” kunt doen</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>In de map tonen</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Pad kopiëren</translation>
    </message>
    <message>
        <source>cannot be looked at: {cause}</source>
        <translation>niet te bekijken: {cause}</translation>
    </message>
    <message>
        <source>others on this machine can read it</source>
        <translation>anderen op deze machine kunnen dit lezen</translation>
    </message>
    <message>
        <source>none now</source>
        <translation>nu geen</translation>
    </message>
</context>
<context>
    <name>PlacementPanel</name>
    <message>
        <source>KV cache, target</source>
        <translation>KV-cache, doelmodel</translation>
    </message>
    <message>
        <source>KV cache, draft</source>
        <translation>KV-cache, draftmodel</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>on</source>
        <translation>aan</translation>
    </message>
    <message>
        <source>off</source>
        <translation>uit</translation>
    </message>
    <message>
        <source>Target&apos;s layers on the card</source>
        <translation>Lagen van het doelmodel op de kaart</translation>
    </message>
    <message>
        <source>Draft&apos;s layers on the card</source>
        <translation>Lagen van het draftmodel op de kaart</translation>
    </message>
    <message>
        <source>by free memory</source>
        <translation>naar vrij geheugen</translation>
    </message>
    <message>
        <source>Map the file instead of reading it</source>
        <translation>Bestand mappen in plaats van inlezen</translation>
    </message>
    <message>
        <source>Hold the weights in memory</source>
        <translation>Gewichten in het geheugen vasthouden</translation>
    </message>
    <message>
        <source>When memory runs out, load the next smaller plan without asking</source>
        <translation>Bij te weinig geheugen het eerstvolgende kleinere plan laden zonder te vragen</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Apparaten</translation>
    </message>
    <message>
        <source>Shares of the devices</source>
        <translation>Verdeling over de apparaten</translation>
    </message>
    <message>
        <source>q8_0 halves the cache with hardly any loss; q4_0 quarters it and can be noticed.</source>
        <translation>q8_0 halveert de cache met nauwelijks verlies; q4_0 maakt er een kwart van, en dat kan te merken zijn.</translation>
    </message>
    <message>
        <source>auto puts as many there as fit, the draft first. The output counts as a layer.</source>
        <translation>auto zet er zoveel neer als er passen, het draftmodel eerst. De uitvoer telt als een laag.</translation>
    </message>
    <message>
        <source>Needs much less memory with a long context, and caches smaller than f16 need it.</source>
        <translation>Kost bij een lange context veel minder geheugen, en is nodig voor caches kleiner dan f16.</translation>
    </message>
    <message>
        <source>auto is one for every physical core.</source>
        <translation>auto is één per fysieke kern.</translation>
    </message>
    <message>
        <source>Numbers such as 3, 1: the first device gets three quarters of the layers.</source>
        <translation>Getallen zoals 3, 1: het eerste apparaat krijgt driekwart van de lagen.</translation>
    </message>
    <message>
        <source>Weights are used straight from the file, and the system may drop them and read again.</source>
        <translation>De gewichten worden rechtstreeks uit het bestand gebruikt; het systeem mag ze loslaten en opnieuw lezen.</translation>
    </message>
    <message>
        <source>The system may not put weights aside; it must permit to lock so much memory.</source>
        <translation>Het systeem mag de gewichten niet wegzetten; het moet toestaan dat er zoveel geheugen wordt vastgezet.</translation>
    </message>
    <message>
        <source>What was changed is said. Without this you are asked.</source>
        <translation>Je krijgt te horen wat er veranderd is. Zonder deze instelling wordt het je gevraagd.</translation>
    </message>
</context>
<context>
    <name>PlanBars</name>
    <message>
        <source>other programs</source>
        <translation>andere programma’s</translation>
    </message>
    <message>
        <source>the driver&apos;s own</source>
        <translation>van het stuurprogramma</translation>
    </message>
    <message>
        <source>target</source>
        <translation>doelmodel</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>draftmodel</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>gewichten</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-cache</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>buffers</translation>
    </message>
</context>
<context>
    <name>PlanTable</name>
    <message>
        <source>Weights</source>
        <translation>Gewichten</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-cache</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Buffers</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Samen</translation>
    </message>
    <message>
        <source>as loaded (prediction off by)</source>
        <translation>zoals geladen (afwijking van de voorspelling)</translation>
    </message>
</context>
<context>
    <name>Planning</name>
    <message>
        <source>Load it smaller: {change}</source>
        <translation>Kleiner laden: {change}</translation>
    </message>
    <message>
        <source>Load both: {change}</source>
        <translation>Beide laden: {change}</translation>
    </message>
</context>
<context>
    <name>PlotCard</name>
    <message>
        <source>What can be done with these curves</source>
        <translation>Wat je met deze grafieken kunt doen</translation>
    </message>
    <message>
        <source>{title}: what can be done with it</source>
        <translation>{title}: wat je ermee kunt doen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>gepauzeerd</translation>
    </message>
</context>
<context>
    <name>PlotMenu</name>
    <message>
        <source>Pause all curves</source>
        <translation>Alle grafieken pauzeren</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Opslaan als CSV…</translation>
    </message>
    <message>
        <source>Last minute</source>
        <translation>Laatste minuut</translation>
    </message>
    <message>
        <source>Last ten minutes</source>
        <translation>Laatste 10 minuten</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>Laatste uur</translation>
    </message>
</context>
<context>
    <name>PowerPlot</name>
    <message>
        <source>Power</source>
        <translation>Vermogen</translation>
    </message>
    <message>
        <source>{watts} W</source>
        <translation>{watts} W</translation>
    </message>
</context>
<context>
    <name>PresetBar</name>
    <message>
        <source>Preset</source>
        <translation>Voorinstelling</translation>
    </message>
    <message>
        <source>Nothing is kept in this session: presets are gone when Galley closes.</source>
        <translation>In deze sessie wordt niets bewaard: voorinstellingen zijn weg zodra Galley sluit.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
    <message>
        <source>Undo what was done with the preset</source>
        <translation>Ongedaan maken wat met de voorinstelling gedaan is</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>A preset sets the open conversation, and no other.</source>
        <translation>Een voorinstelling geldt voor het open gesprek, en voor geen ander.</translation>
    </message>
    <message>
        <source>“{name}” is deleted.</source>
        <translation>“{name}” is verwijderd.</translation>
    </message>
    <message>
        <source>“{name}” has taken the place of what you had set.</source>
        <translation>“{name}” is in de plaats gekomen van wat je ingesteld had.</translation>
    </message>
    <message>
        <source>Save what is set now…</source>
        <translation>Opslaan wat nu is ingesteld…</translation>
    </message>
    <message>
        <source>Your presets</source>
        <translation>Je voorinstellingen</translation>
    </message>
    <message>
        <source>Set it to what is set now</source>
        <translation>Vervangen door wat nu is ingesteld</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Hernoemen…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Verwijderen</translation>
    </message>
</context>
<context>
    <name>PresetNameRow</name>
    <message>
        <source>Name of the preset</source>
        <translation>Naam van de voorinstelling</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleren</translation>
    </message>
    <message>
        <source>Cancel naming the preset</source>
        <translation>Naam geven annuleren</translation>
    </message>
    <message>
        <source>There is one of this name; it would be replaced.</source>
        <translation>Er is er al een met deze naam; die wordt vervangen.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Vervangen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Hernoemen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Opslaan</translation>
    </message>
    <message>
        <source>With the pair {names}</source>
        <translation>Met het paar {names}</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Precise</source>
        <translation>Nauwkeurig</translation>
    </message>
    <message>
        <source>facts and summaries</source>
        <translation>feiten en samenvattingen</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Evenwichtig</translation>
    </message>
    <message>
        <source>everyday talk</source>
        <translation>alledaagse gesprekken</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Creatief</translation>
    </message>
    <message>
        <source>stories and ideas</source>
        <translation>verhalen en ideeën</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>programs and JSON</source>
        <translation>programma’s en JSON</translation>
    </message>
    <message>
        <source>temperature {number}</source>
        <translation>temperatuur {number}</translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation>systeemprompt</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>paar</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message>
        <source>Saved as {path}</source>
        <translation>Opgeslagen als {path}</translation>
    </message>
    <message>
        <source>Galley privacy report</source>
        <translation>Privacyrapport van Galley</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Gekopieerd.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Naamloos</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>Privacy</translation>
    </message>
    <message>
        <source>Where everything is</source>
        <translation>Waar alles staat</translation>
    </message>
    <message>
        <source>Save the report…</source>
        <translation>Rapport opslaan…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Rapport kopiëren</translation>
    </message>
    <message>
        <source>Show the conversation&apos;s title in the window bar</source>
        <translation>Titel van het gesprek in de vensterbalk tonen</translation>
    </message>
    <message>
        <source>nothing is kept</source>
        <translation>er wordt niets bewaard</translation>
    </message>
    <message>
        <source>Report for a security officer</source>
        <translation>Rapport voor een beveiligingsfunctionaris</translation>
    </message>
    <message>
        <source>All of the above, with the encryption&apos;s parameters, the versions of the libraries and what Galley cannot protect against. It names no person, no machine and no conversation.</source>
        <translation>Al het bovenstaande, met de parameters van de versleuteling, de versies van de bibliotheken en waartegen Galley niet kan beschermen. Er staat geen persoon, machine of gesprek in.</translation>
    </message>
    <message>
        <source>Window bar</source>
        <translation>Vensterbalk</translation>
    </message>
    <message>
        <source>Task bars, screen sharing and other programs can read the title of a window.</source>
        <translation>Taakbalken, schermdelen en andere programma’s kunnen de titel van een venster lezen.</translation>
    </message>
</context>
<context>
    <name>PrivacySummary</name>
    <message>
        <source>Only you can read Galley&apos;s files, and none of its sockets could reach another machine.</source>
        <translation>Alleen jij kunt de bestanden van Galley lezen, en geen van de sockets ervan kan een andere machine bereiken.</translation>
    </message>
    <message>
        <source>One thing to look at</source>
        <translation>Eén aandachtspunt</translation>
    </message>
    <message>
        <source>{number} things to look at</source>
        <translation>{number} aandachtspunten</translation>
    </message>
    <message>
        <source>Nothing is kept, and nothing leaves this machine</source>
        <translation>Er wordt niets bewaard, en niets verlaat deze machine</translation>
    </message>
    <message>
        <source>Locked, and nothing leaves this machine</source>
        <translation>Vergrendeld, en niets verlaat deze machine</translation>
    </message>
    <message>
        <source>Encrypted, and nothing leaves this machine</source>
        <translation>Versleuteld, en niets verlaat deze machine</translation>
    </message>
</context>
<context>
    <name>Programs</name>
    <message>
        <source>Not allowed on this machine</source>
        <translation>Niet toegestaan op deze machine</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
    <message>
        <source>Asking the keyring for the key…</source>
        <translation>De sleutel wordt bij de sleutelbos opgevraagd…</translation>
    </message>
    <message>
        <source>Off: there is no key</source>
        <translation>Uit: er is geen sleutel</translation>
    </message>
    <message>
        <source>Off: it cannot listen</source>
        <translation>Uit: er kan niet worden geluisterd</translation>
    </message>
    <message>
        <source>On, and other machines can reach it</source>
        <translation>Aan, en andere machines kunnen erbij</translation>
    </message>
    <message>
        <source>On, and no model is loaded</source>
        <translation>Aan, en er is geen model geladen</translation>
    </message>
    <message>
        <source>On, for programs on this machine</source>
        <translation>Aan, voor programma’s op deze machine</translation>
    </message>
    <message>
        <source>Turned on, an editor, a notebook or a script can use the loaded models, one after the other with this window. Nobody can without the key, and only programs on this machine unless you say otherwise.</source>
        <translation>Staat dit aan, dan kan een editor, een notebook of een script de geladen modellen gebruiken, om de beurt met dit venster. Zonder de sleutel kan niemand dat, en alleen programma’s op deze machine kunnen het, tenzij je anders beslist.</translation>
    </message>
    <message>
        <source>It may be waiting at a prompt of its own.</source>
        <translation>Misschien wacht die zelf op een antwoord in een eigen venster.</translation>
    </message>
    <message>
        <source>Programs are turned away until a model is loaded.</source>
        <translation>Programma’s worden afgewezen totdat er een model geladen is.</translation>
    </message>
    <message>
        <source>They share the loaded models with this window, in turn. It goes on while Galley is locked and ends when Galley is closed.</source>
        <translation>Ze delen de geladen modellen met dit venster, om de beurt. Dat gaat door als Galley vergrendeld is en houdt op als Galley sluit.</translation>
    </message>
    <message>
        <source>Not serving</source>
        <translation>Server uit</translation>
    </message>
    <message>
        <source>Serving {number}</source>
        <translation>Server: {number} bezig</translation>
    </message>
    <message>
        <source>{number} waiting</source>
        <translation>{number} in de wacht</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Server aan</translation>
    </message>
    <message>
        <source>{program}, port {port}</source>
        <translation>{program}, poort {port}</translation>
    </message>
    <message>
        <source>since {time}</source>
        <translation>sinds {time}</translation>
    </message>
    <message>
        <source>Next: the window&apos;s own reply comes first</source>
        <translation>Hierna: eerst komt het antwoord van het venster zelf</translation>
    </message>
    <message>
        <source>Waiting, next in turn</source>
        <translation>Wacht, is hierna aan de beurt</translation>
    </message>
    <message>
        <source>Waiting at place {number}</source>
        <translation>Wacht op plaats {number}</translation>
    </message>
    <message>
        <source>Nothing has been answered yet, since {time}.</source>
        <translation>Sinds {time} is er nog niets beantwoord.</translation>
    </message>
    <message>
        <source>{number} answered</source>
        <translation>{number} beantwoord</translation>
    </message>
    <message>
        <source>{number} stopped</source>
        <translation>{number} gestopt</translation>
    </message>
    <message>
        <source>{number} failed</source>
        <translation>{number} mislukt</translation>
    </message>
    <message>
        <source>{number} refused</source>
        <translation>{number} geweigerd</translation>
    </message>
    <message>
        <source>Since {time}: {counts}</source>
        <translation>Sinds {time}: {counts}</translation>
    </message>
</context>
<context>
    <name>ProgramsAddress</name>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Base address of the API</source>
        <translation>Basisadres van de API</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Adres kopiëren</translation>
    </message>
    <message>
        <source>What other programs call the base URL. Any name of a model is taken; the loaded one answers.</source>
        <translation>Wat andere programma’s de base URL noemen. Elke modelnaam wordt aangenomen; het geladen model antwoordt.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Poort</translation>
    </message>
    <message>
        <source>Who can reach it</source>
        <translation>Wie erbij kan</translation>
    </message>
    <message>
        <source>This machine only</source>
        <translation>Alleen deze machine</translation>
    </message>
    <message>
        <source>No other machine can reach it.</source>
        <translation>Geen andere machine kan erbij.</translation>
    </message>
    <message>
        <source>Other machines…</source>
        <translation>Andere machines…</translation>
    </message>
    <message>
        <source>Asks first, and says what that means.</source>
        <translation>Vraagt het eerst, en zegt wat dat betekent.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netwerk</translation>
    </message>
    <message>
        <source>Everybody on that network who knows the key could use the loaded models and keep this machine busy. What is asked and answered crosses the network unencrypted, so others there can read it, and the key too. Programs on this machine then use that address as well.</source>
        <translation>Iedereen op dat netwerk die de sleutel kent, kan dan de geladen modellen gebruiken en deze machine bezighouden. Vragen en antwoorden gaan onversleuteld over het netwerk, dus anderen daar kunnen ze lezen, en de sleutel ook. Programma’s op deze machine gebruiken dan eveneens dat adres.</translation>
    </message>
    <message>
        <source>Keep it to this machine</source>
        <translation>Bij deze machine houden</translation>
    </message>
    <message>
        <source>Yes, let other machines in</source>
        <translation>Ja, andere machines toelaten</translation>
    </message>
    <message>
        <source>{address} ({network})</source>
        <translation>{address} ({network})</translation>
    </message>
    <message>
        <source>Other machines can reach it at {address}, unencrypted.</source>
        <translation>Andere machines kunnen erbij op {address}, onversleuteld.</translation>
    </message>
    <message>
        <source>Another port or address cuts off who is being served.</source>
        <translation>Een andere poort of een ander adres verbreekt de verbinding met wie bediend wordt.</translation>
    </message>
    <message>
        <source>This machine is on no network just now, so nobody else could reach it.</source>
        <translation>Deze machine zit nu op geen enkel netwerk, dus niemand anders kan erbij.</translation>
    </message>
</context>
<context>
    <name>ProgramsBadge</name>
    <message>
        <source>For other programs: {words}</source>
        <translation>Voor andere programma’s: {words}</translation>
    </message>
</context>
<context>
    <name>ProgramsKey</name>
    <message>
        <source>Key</source>
        <translation>Sleutel</translation>
    </message>
    <message>
        <source>The key</source>
        <translation>De sleutel</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Sleutel kopiëren</translation>
    </message>
    <message>
        <source>It is shown this once. Put it where the other program asks for an API key; nobody needs to see it again, and a new one can be made at any time.</source>
        <translation>Je ziet de sleutel alleen deze keer. Zet die waar het andere programma om een API-sleutel vraagt; daarna hoeft niemand die nog te zien, en een nieuwe maken kan altijd.</translation>
    </message>
    <message>
        <source>Use a key for this session only</source>
        <translation>Een sleutel alleen voor deze sessie gebruiken</translation>
    </message>
    <message>
        <source>Programs that have the old key are refused from then on. Make a new one?</source>
        <translation>Programma’s met de oude sleutel worden voortaan geweigerd. Een nieuwe maken?</translation>
    </message>
    <message>
        <source>Keep the old one</source>
        <translation>De oude houden</translation>
    </message>
    <message>
        <source>Yes, make a new one</source>
        <translation>Ja, een nieuwe maken</translation>
    </message>
    <message>
        <source>Make a new key…</source>
        <translation>Nieuwe sleutel maken…</translation>
    </message>
    <message>
        <source>Make a key</source>
        <translation>Sleutel maken</translation>
    </message>
    <message>
        <source>Whoever asks has to show a key. One for this session is kept nowhere and ends when Galley is closed.</source>
        <translation>Wie iets vraagt, moet een sleutel tonen. Een sleutel voor deze sessie wordt nergens bewaard en vervalt als Galley sluit.</translation>
    </message>
    <message>
        <source>Whoever asks has to show a key. One is made when programs are served for the first time.</source>
        <translation>Wie iets vraagt, moet een sleutel tonen. Er wordt er een gemaakt als programma’s voor het eerst bediend worden.</translation>
    </message>
    <message>
        <source>Whoever asks has to show the key. The system keyring keeps it, no file does.</source>
        <translation>Wie iets vraagt, moet de sleutel tonen. De sleutelbos van het systeem bewaart die, geen bestand.</translation>
    </message>
    <message>
        <source>Whoever asks has to show the key. It is kept nowhere and ends when Galley is closed.</source>
        <translation>Wie iets vraagt, moet de sleutel tonen. Die wordt nergens bewaard en vervalt als Galley sluit.</translation>
    </message>
</context>
<context>
    <name>ProgramsList</name>
    <message>
        <source>Being served now</source>
        <translation>Wordt nu bediend</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Alles stoppen</translation>
    </message>
    <message>
        <source>Nobody.</source>
        <translation>Niemand.</translation>
    </message>
    <message>
        <source>What is asked and answered is not shown here, and nothing of it is kept.</source>
        <translation>Vragen en antwoorden worden hier niet getoond, en er wordt niets van bewaard.</translation>
    </message>
    <message>
        <source>And {number} more that wait.</source>
        <translation>En nog {number} in de wacht.</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>For other programs</source>
        <translation>Voor andere programma’s</translation>
    </message>
</context>
<context>
    <name>ProgramsPages</name>
    <message>
        <source>Web pages</source>
        <translation>Webpagina’s</translation>
    </message>
    <message>
        <source>Origin of a web page</source>
        <translation>Herkomst van een webpagina</translation>
    </message>
    <message>
        <source>Let it in</source>
        <translation>Toelaten</translation>
    </message>
    <message>
        <source>Pages of these origins may ask, if they have the key. No other page can.</source>
        <translation>Pagina’s van deze herkomst mogen vragen stellen, als ze de sleutel hebben. Andere pagina’s kunnen dat niet.</translation>
    </message>
    <message>
        <source>No web page can ask, whatever it knows. Name the origin of one that shall be able to.</source>
        <translation>Geen enkele webpagina kan vragen stellen, wat die ook weet. Noem de herkomst (origin) van een pagina die het wel mag.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>Let {origin} in no longer</source>
        <translation>{origin} niet meer toelaten</translation>
    </message>
</context>
<context>
    <name>ProgramsSnippets</name>
    <message>
        <source>Try it</source>
        <translation>Uitproberen</translation>
    </message>
    <message>
        <source>From a shell</source>
        <translation>Vanuit een shell</translation>
    </message>
    <message>
        <source>With the openai client</source>
        <translation>Met de client van openai</translation>
    </message>
    <message>
        <source>The key is read from the variable {variable}, so that it stands in no file and no history.</source>
        <translation>De sleutel wordt uit de variabele {variable} gelezen, zodat die in geen bestand of geschiedenis komt te staan.</translation>
    </message>
</context>
<context>
    <name>ProgramsStatus</name>
    <message>
        <source>Try again</source>
        <translation>Opnieuw proberen</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Uitzetten</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Aanzetten</translation>
    </message>
</context>
<context>
    <name>PromptNameLine</name>
    <message>
        <source>Name of the prompt</source>
        <translation>Naam van de prompt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleren</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Vervangen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Opslaan</translation>
    </message>
</context>
<context>
    <name>Prompting</name>
    <message>
        <source>The prompt “{name}” is deleted.</source>
        <translation>De prompt “{name}” is verwijderd.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Summarise</source>
        <translation>Samenvatten</translation>
    </message>
    <message>
        <source>Summarise the following text: first its main point in one sentence, then the points that carry it. Keep names, dates and figures as they are, and add nothing.

</source>
        <translation>Vat de volgende tekst samen: eerst de kern in één zin, dan de punten die de kern dragen. Laat namen, data en cijfers zoals ze zijn, en voeg niets toe.

</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Uitleggen</translation>
    </message>
    <message>
        <source>Explain the following step by step to somebody who is new to it. Say what each term means where it first comes up, and give one small example.

</source>
        <translation>Leg het volgende stap voor stap uit aan iemand voor wie het nieuw is. Zeg van elke term wat hij betekent zodra hij voor het eerst voorkomt, en geef één klein voorbeeld.

</translation>
    </message>
    <message>
        <source>Improve wording</source>
        <translation>Beter formuleren</translation>
    </message>
    <message>
        <source>Improve the wording of the following text. Keep its meaning, its tone and its language; correct mistakes and shorten what is long-winded. Then list what you changed.

</source>
        <translation>Verbeter de formulering van de volgende tekst. Behoud de betekenis, de toon en de taal; verbeter fouten en kort in wat omslachtig is. Noem daarna wat je veranderd hebt.

</translation>
    </message>
    <message>
        <source>Translate into English</source>
        <translation>In het Engels vertalen</translation>
    </message>
    <message>
        <source>Translate the following text into English. Keep its tone and its layout, and leave names and code as they are.

</source>
        <translation>Vertaal de volgende tekst in het Engels. Behoud de toon en de opmaak, en laat namen en code zoals ze zijn.

</translation>
    </message>
    <message>
        <source>Translate into Dutch</source>
        <translation>In het Nederlands vertalen</translation>
    </message>
    <message>
        <source>Translate the following text into Dutch. Keep its tone and its layout, and leave names and code as they are.

</source>
        <translation>Vertaal de volgende tekst in het Nederlands. Behoud de toon en de opmaak, en laat namen en code zoals ze zijn.

</translation>
    </message>
    <message>
        <source>Find bugs</source>
        <translation>Bugs zoeken</translation>
    </message>
    <message>
        <source>Look for bugs in the following code. For each, name the line, say what goes wrong with which input, and show the correction. Say so where you are not sure.

</source>
        <translation>Zoek bugs in de volgende code. Noem bij elke bug de regel, zeg wat er bij welke invoer misgaat, en laat de verbetering zien. Zeg het erbij als je het niet zeker weet.

</translation>
    </message>
    <message>
        <source>Write tests</source>
        <translation>Tests schrijven</translation>
    </message>
    <message>
        <source>Write tests for the following code, in its language and its usual test framework. Cover the ordinary case, the edges and wrong input, one behaviour each.

</source>
        <translation>Schrijf tests voor de volgende code, in dezelfde taal en met het gebruikelijke testframework. Behandel het gewone geval, de grenzen en verkeerde invoer, met per test één gedrag.

</translation>
    </message>
    <message>
        <source>Draft a reply</source>
        <translation>Antwoord opstellen</translation>
    </message>
    <message>
        <source>Draft a friendly and short reply to the following message. Answer every question in it, and mark with […] what only I can know.

</source>
        <translation>Stel een vriendelijk en kort antwoord op het volgende bericht op. Beantwoord elke vraag erin, en geef met […] aan wat alleen ik kan weten.

</translation>
    </message>
</context>
<context>
    <name>ProofPanel</name>
    <message>
        <source>Proof panel</source>
        <translation>Proefpaneel</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>Tokens written a second: now, or of the whole reply once it is done.</source>
        <translation>Tokens per seconde: nu, of over het hele antwoord zodra het klaar is.</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>geaccepteerd</translation>
    </message>
    <message>
        <source>Share of this reply&apos;s draft tokens that the target accepted.</source>
        <translation>Het deel van de drafttokens in dit antwoord dat het doelmodel accepteerde.</translation>
    </message>
    <message>
        <source>per check τ</source>
        <translation>per controle τ</translation>
    </message>
    <message>
        <source>Tokens written for each pass of the target, in this reply.</source>
        <translation>Tokens die elke doorgang van het doelmodel in dit antwoord opleverde.</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>eerste token</translation>
    </message>
    <message>
        <source>Time from the request to the first token.</source>
        <translation>Tijd van de vraag tot het eerste token.</translation>
    </message>
    <message>
        <source>prompt tokens/s</source>
        <translation>prompttokens/s</translation>
    </message>
    <message>
        <source>How fast the new part of the prompt was read.</source>
        <translation>Hoe snel het nieuwe deel van de prompt gelezen werd.</translation>
    </message>
    <message>
        <source>own overhead</source>
        <translation>eigen overhead</translation>
    </message>
    <message>
        <source>Share of the writing time spent outside the models; known when a reply ends.</source>
        <translation>Het deel van de schrijftijd dat buiten de modellen verstreek; bekend als een antwoord klaar is.</translation>
    </message>
    <message>
        <source>Show 40</source>
        <translation>40 tonen</translation>
    </message>
    <message>
        <source>Keep marks</source>
        <translation>Markeringen laten staan</translation>
    </message>
    <message>
        <source>Sampling and checking</source>
        <translation>Sampling en controle</translation>
    </message>
    <message>
        <source>mode for this conversation only</source>
        <translation>modus alleen voor dit gesprek</translation>
    </message>
    <message>
        <source>Sampling and checking — own settings</source>
        <translation>Sampling en controle — eigen instellingen</translation>
    </message>
    <message>
        <source>ROUNDS</source>
        <translation>RONDEN</translation>
    </message>
    <message>
        <source>Show the last forty rounds</source>
        <translation>De laatste veertig ronden tonen</translation>
    </message>
    <message>
        <source>Struck words stay in sight instead of fading after a second.</source>
        <translation>Doorgehaalde woorden blijven staan in plaats van na een seconde te vervagen.</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Minder tonen</translation>
    </message>
</context>
<context>
    <name>ProofStrip</name>
    <message>
        <source>Show the proof panel</source>
        <translation>Proefpaneel tonen</translation>
    </message>
</context>
<context>
    <name>ProvenanceStrip</name>
    <message>
        <source>Step through the reply from here</source>
        <translation>Vanaf hier door het antwoord stappen</translation>
    </message>
</context>
<context>
    <name>RaceLine</name>
    <message numerus="yes">
        <source>{name}: %Ln token(s) after {seconds} s</source>
        <translation>
            <numerusform>{name}: %Ln token na {seconds} s</numerusform>
            <numerusform>{name}: %Ln tokens na {seconds} s</numerusform>
        </translation>
    </message>
    <message>
        <source>The race</source>
        <translation>De race</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} s</translation>
    </message>
    <message>
        <source>{number} tok</source>
        <translation>{number} tok</translation>
    </message>
</context>
<context>
    <name>RamPlot</name>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
</context>
<context>
    <name>RecommendedPairs</name>
    <message>
        <source>Pairs to look for, with {memory} of memory:</source>
        <translation>Paren om naar te zoeken, met {memory} geheugen:</translation>
    </message>
    <message>
        <source>Pairs to look for:</source>
        <translation>Paren om naar te zoeken:</translation>
    </message>
    <message>
        <source>code</source>
        <translation>code</translation>
    </message>
    <message>
        <source>text of all kinds</source>
        <translation>allerlei teksten</translation>
    </message>
    <message>
        <source>target</source>
        <translation>doelmodel</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>draftmodel</translation>
    </message>
    <message>
        <source>needs</source>
        <translation>vraagt</translation>
    </message>
    <message>
        <source>for</source>
        <translation>voor</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
</context>
<context>
    <name>ReplayBar</name>
    <message>
        <source>Moment of the race</source>
        <translation>Moment in de race</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Meting</translation>
    </message>
    <message>
        <source>run {number}</source>
        <translation>meting {number}</translation>
    </message>
    <message>
        <source>{seconds} of {length} s, at real speed</source>
        <translation>{seconds} van {length} s, op echte snelheid</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pauzeren</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Afspelen</translation>
    </message>
</context>
<context>
    <name>ReplyCard</name>
    <message>
        <source>Thinking…</source>
        <translation>Denkt na…</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Cijfers</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Kopiëren als tekst</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Kopiëren als Markdown</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Citeren</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Doorgaan</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Opnieuw</translation>
    </message>
    <message>
        <source>Regenerate with the same seed</source>
        <translation>Opnieuw met dezelfde seed</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Intrekken</translation>
    </message>
</context>
<context>
    <name>ReplyFigures</name>
    <message>
        <source>Figures</source>
        <translation>Cijfers</translation>
    </message>
    <message>
        <source>Copy figures</source>
        <translation>Cijfers kopiëren</translation>
    </message>
    <message>
        <source>Close the figures</source>
        <translation>Cijfers sluiten</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Gekopieerd</translation>
    </message>
</context>
<context>
    <name>ReplyTools</name>
    <message>
        <source>Withdraw</source>
        <translation>Intrekken</translation>
    </message>
    <message>
        <source>Do not write this version after all</source>
        <translation>Deze versie toch maar niet schrijven</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Doorgaan</translation>
    </message>
    <message>
        <source>Go on where it ended, in a new version</source>
        <translation>Verdergaan waar het ophield, in een nieuwe versie</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Opnieuw</translation>
    </message>
    <message>
        <source>Write it anew, as another version</source>
        <translation>Opnieuw laten schrijven, als andere versie</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
    <message>
        <source>Copy the whole reply as Markdown</source>
        <translation>Het hele antwoord als Markdown kopiëren</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Markeringen</translation>
    </message>
    <message>
        <source>Show which tokens were proposed, accepted and corrected</source>
        <translation>Tonen welke tokens voorgesteld, geaccepteerd en gecorrigeerd zijn</translation>
    </message>
    <message>
        <source>▶ Step through</source>
        <translation>▶ Doorlopen</translation>
    </message>
    <message>
        <source>See the reply again, a round at a time: proposal, check, outcome</source>
        <translation>Het antwoord nog eens zien, ronde voor ronde: voorstel, controle, uitkomst</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Meer</translation>
    </message>
    <message>
        <source>What else can be done with this reply</source>
        <translation>Wat je verder met dit antwoord kunt doen</translation>
    </message>
</context>
<context>
    <name>ReplyWords</name>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} tokens/s</translation>
    </message>
    <message>
        <source>{factor}× (estimated)</source>
        <translation>{factor}× (geschat)</translation>
    </message>
    <message>
        <source>{factor}×</source>
        <translation>{factor}×</translation>
    </message>
    <message>
        <source>{share} accepted</source>
        <translation>{share} geaccepteerd</translation>
    </message>
    <message>
        <source>{share} of {count} proposals accepted</source>
        <translation>{share} van {count} voorstellen geaccepteerd</translation>
    </message>
    <message>
        <source>{factor} times faster than alone</source>
        <translation>{factor} keer zo snel als zonder hulp</translation>
    </message>
    <message>
        <source>an estimated {factor} times faster than alone</source>
        <translation>naar schatting {factor} keer zo snel als zonder hulp</translation>
    </message>
    <message>
        <source>slower than alone: {factor} times its speed</source>
        <translation>langzamer dan zonder hulp: {factor} keer de snelheid</translation>
    </message>
    <message>
        <source>Queued: it is written when the reply before it is done</source>
        <translation>In de wachtrij: het wordt geschreven zodra het vorige antwoord klaar is</translation>
    </message>
    <message>
        <source>Waiting for a request from {program}</source>
        <translation>Wacht op een aanvraag van {program}</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>Wacht op zijn beurt</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestopt</translation>
    </message>
    <message>
        <source>Galley was closed while this reply was being written.</source>
        <translation>Galley werd gesloten terwijl dit antwoord geschreven werd.</translation>
    </message>
    <message>
        <source>Ended at the limit of tokens for a reply</source>
        <translation>Geëindigd bij de tokenlimiet voor een antwoord</translation>
    </message>
    <message>
        <source>Ended because the context is full</source>
        <translation>Geëindigd omdat de context vol is</translation>
    </message>
    <message>
        <source>The model ended its reply without a word</source>
        <translation>Het model eindigde zonder een woord te schrijven</translation>
    </message>
    <message>
        <source>Reading the prompt: {done} of {total} tokens</source>
        <translation>Prompt lezen: {done} van {total} tokens</translation>
    </message>
    <message>
        <source>Reading the prompt: {done} of {total} tokens, {rate} tokens/s</source>
        <translation>Prompt lezen: {done} van {total} tokens, {rate} tokens/s</translation>
    </message>
    <message>
        <source>about {number} s left</source>
        <translation>nog circa {number} s</translation>
    </message>
    <message>
        <source>about {number} min left</source>
        <translation>nog circa {number} min</translation>
    </message>
    <message>
        <source>accepted from lookup</source>
        <translation>geaccepteerd uit lookup</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>voorgesteld</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>geaccepteerd</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>afgewezen</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>vervallen</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>gecorrigeerd</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>bonus</translation>
    </message>
    <message>
        <source>without a proposal</source>
        <translation>zonder voorstel</translation>
    </message>
</context>
<context>
    <name>RoundStepper</name>
    <message>
        <source>Round stepper</source>
        <translation>Ronden doorlopen</translation>
    </message>
    <message>
        <source>← → rounds   ↑ ↓ phases   Space plays   Esc closes</source>
        <translation>← → ronden   ↑ ↓ fasen   Spatiebalk speelt af   Esc sluit</translation>
    </message>
    <message>
        <source>Close the round stepper</source>
        <translation>Doorlopen beëindigen</translation>
    </message>
    <message>
        <source>Proposal</source>
        <translation>Voorstel</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Controle</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Uitkomst</translation>
    </message>
    <message>
        <source>First round</source>
        <translation>Eerste ronde</translation>
    </message>
    <message>
        <source>Previous round</source>
        <translation>Vorige ronde</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Afspelen</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>Volgende ronde</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>Laatste ronde</translation>
    </message>
    <message>
        <source>Round {number} of {count}</source>
        <translation>Ronde {number} van {count}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pauzeren</translation>
    </message>
</context>
<context>
    <name>RoundTable</name>
    <message>
        <source>nothing</source>
        <translation>niets</translation>
    </message>
    <message>
        <source>+{count}</source>
        <translation>+{count}</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>voorgesteld</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>draftmodel</translation>
    </message>
    <message>
        <source>target</source>
        <translation>doelmodel</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschreven</translation>
    </message>
</context>
<context>
    <name>RoundWords</name>
    <message>
        <source>Lookup</source>
        <translation>Lookup</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>No proposal</source>
        <translation>Geen voorstel</translation>
    </message>
    <message>
        <source>checking {time}</source>
        <translation>controleren {time}</translation>
    </message>
    <message>
        <source>tried for {time}</source>
        <translation>{time} geprobeerd</translation>
    </message>
    <message>
        <source>{count} proposed</source>
        <translation>{count} voorgesteld</translation>
    </message>
    <message>
        <source>proposing {time}</source>
        <translation>voorstellen {time}</translation>
    </message>
    <message>
        <source>{count} accepted</source>
        <translation>{count} geaccepteerd</translation>
    </message>
    <message>
        <source>Nothing was proposed, and the target ended the reply.</source>
        <translation>Er is niets voorgesteld, en het doelmodel beëindigde het antwoord.</translation>
    </message>
    <message>
        <source>Nothing was proposed: the target wrote {own} by itself, and gave it {probability}.</source>
        <translation>Er is niets voorgesteld: het doelmodel schreef {own} uit zichzelf, met een kans van {probability}.</translation>
    </message>
    <message>
        <source>Every draft was accepted, and the pass gave {own} as well ({probability}).</source>
        <translation>Alle drafttokens zijn geaccepteerd, en de doorgang leverde ook {own} op ({probability}).</translation>
    </message>
    <message>
        <source>The reply ended here: what was proposed behind its end never counted.</source>
        <translation>Het antwoord eindigde hier: wat na het einde was voorgesteld, telde niet mee.</translation>
    </message>
    <message>
        <source>Every draft was accepted, and the reply ended here.</source>
        <translation>Alle drafttokens zijn geaccepteerd, en het antwoord eindigde hier.</translation>
    </message>
    <message>
        <source>Every draft was accepted.</source>
        <translation>Alle drafttokens zijn geaccepteerd.</translation>
    </message>
    <message>
        <source>Round {number} of {count}</source>
        <translation>Ronde {number} van {count}</translation>
    </message>
    <message>
        <source>{heading}. {figures}. {reason} Written: {text}</source>
        <translation>{heading}. {figures}. {reason} Geschreven: {text}</translation>
    </message>
    <message>
        <source>The target ended the reply where the draft had {draft}.</source>
        <translation>Het doelmodel beëindigde het antwoord waar het draftmodel {draft} had.</translation>
    </message>
    <message>
        <source>Stopped at {draft}: draft {draft_by_draft}, target {draft_by_target}. The target&apos;s own {own}: target {own_by_target}, draft {own_by_draft}.</source>
        <translation>Gestopt bij {draft}: draftmodel {draft_by_draft}, doelmodel {draft_by_target}. Het doelmodel koos {own}: doelmodel {own_by_target}, draftmodel {own_by_draft}.</translation>
    </message>
</context>
<context>
    <name>RoundsList</name>
    <message>
        <source>Rounds</source>
        <translation>Ronden</translation>
    </message>
    <message>
        <source>Round {number}: the target ended the reply, {total}</source>
        <translation>Ronde {number}: het doelmodel beëindigde het antwoord, {total}</translation>
    </message>
    <message>
        <source>Round {number}: no proposal, {total}</source>
        <translation>Ronde {number}: geen voorstel, {total}</translation>
    </message>
    <message>
        <source>Round {number}: {drafted} proposed, {accepted} accepted, {emitted} written, {total} (proposing {draft}, checking {verify})</source>
        <translation>Ronde {number}: {drafted} voorgesteld, {accepted} geaccepteerd, {emitted} geschreven, {total} (voorstellen {draft}, controleren {verify})</translation>
    </message>
    <message>
        <source>Every check of a reply appears here.</source>
        <translation>Elke controle van een antwoord verschijnt hier.</translation>
    </message>
    <message>
        <source>end · {total}</source>
        <translation>einde · {total}</translation>
    </message>
    <message>
        <source>plain · {total}</source>
        <translation>gewoon · {total}</translation>
    </message>
    <message>
        <source>{accepted} of {drafted} · {total}</source>
        <translation>{accepted} van {drafted} · {total}</translation>
    </message>
</context>
<context>
    <name>SamplingCaption</name>
    <message>
        <source>Preset: {name}</source>
        <translation>Voorinstelling: {name}</translation>
    </message>
    <message>
        <source>own settings</source>
        <translation>eigen instellingen</translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation>systeemprompt</translation>
    </message>
    <message>
        <source>temperature {number}</source>
        <translation>temp. {number}</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>seed {seed}</translation>
    </message>
</context>
<context>
    <name>SamplingPanel</name>
    <message>
        <source>random</source>
        <translation>willekeurig</translation>
    </message>
    <message>
        <source>coupled</source>
        <translation>gekoppeld</translation>
    </message>
    <message>
        <source>rejection</source>
        <translation>verwerping</translation>
    </message>
    <message>
        <source>match</source>
        <translation>match</translation>
    </message>
    <message>
        <source>Look in other conversations too</source>
        <translation>Ook in andere gesprekken zoeken</translation>
    </message>
    <message>
        <source>Proposals may be words from other conversations of this session. Off forgets those words.</source>
        <translation>Voorstellen mogen woorden uit andere gesprekken van deze sessie zijn. Zet je dit uit, dan worden die woorden vergeten.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Herstellen</translation>
    </message>
    <message>
        <source>Reset sampling and checking</source>
        <translation>Sampling en controle herstellen</translation>
    </message>
    <message>
        <source>Use the program&apos;s settings</source>
        <translation>Instellingen van het programma gebruiken</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>Higher makes the words more surprising; 0 always takes the likeliest.</source>
        <translation>Hoger maakt de woorden verrassender; bij 0 wordt altijd het waarschijnlijkste gekozen.</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only the k likeliest tokens count; 0 lets all count.</source>
        <translation>Alleen de k waarschijnlijkste tokens tellen mee; bij 0 tellen ze allemaal mee.</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Only the likeliest tokens that together reach this probability count.</source>
        <translation>Alleen de waarschijnlijkste tokens die samen deze kans halen, tellen mee.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Tokens less likely than this share of the likeliest one&apos;s probability do not count.</source>
        <translation>Tokens met een kans onder dit deel van de hoogste kans tellen niet mee.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>The same seed draws the same reply again; empty draws a new seed each time.</source>
        <translation>Met dezelfde seed krijg je hetzelfde antwoord; laat je dit leeg, dan krijgt elk antwoord een nieuwe.</translation>
    </message>
    <message>
        <source>Most drafts a round</source>
        <translation>Max. drafttokens per ronde</translation>
    </message>
    <message>
        <source>The drafter never proposes more tokens than this before the target checks.</source>
        <translation>Meer tokens dan dit worden nooit voorgesteld voordat het doelmodel controleert.</translation>
    </message>
    <message>
        <source>Stop drafting below</source>
        <translation>Niet voorstellen onder</translation>
    </message>
    <message>
        <source>0 lets Galley choose the length by what it measures. Above 0 the draft model stops where its likeliest token is less likely than this, whether that pays or not.</source>
        <translation>Bij 0 kiest Galley de lengte op grond van wat het meet. Boven 0 stopt het draftmodel waar zijn waarschijnlijkste token minder waarschijnlijk is dan dit, of dat nu loont of niet.</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Controle</translation>
    </message>
    <message>
        <source>How proposals are checked above temperature 0: coupled keeps the text of the seed, rejection keeps its distribution, match compares the draft&apos;s best guess.</source>
        <translation>Hoe voorstellen boven temperatuur 0 gecontroleerd worden: gekoppeld behoudt de tekst van de seed, verwerping behoudt de kansverdeling ervan, match vergelijkt met de beste gok van het draftmodel.</translation>
    </message>
    <message>
        <source>The program has {value}.</source>
        <translation>In het programma staat {value}.</translation>
    </message>
</context>
<context>
    <name>SaveTable</name>
    <message>
        <source>Save what was recorded</source>
        <translation>Opslaan wat is vastgelegd</translation>
    </message>
    <message>
        <source>Comma separated values (*.csv)</source>
        <translation>Kommagescheiden waarden (*.csv)</translation>
    </message>
</context>
<context>
    <name>ScopeSwitch</name>
    <message>
        <source>Settings for</source>
        <translation>Instellingen voor</translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>Alle gesprekken</translation>
    </message>
    <message>
        <source>Changes hold wherever a conversation has no settings of its own.</source>
        <translation>Wijzigingen gelden overal waar een gesprek geen eigen instellingen heeft.</translation>
    </message>
    <message>
        <source>Only this one</source>
        <translation>Alleen dit gesprek</translation>
    </message>
    <message>
        <source>Changes hold in the open conversation; the others stay as they are.</source>
        <translation>Wijzigingen gelden in het open gesprek; de andere blijven zoals ze zijn.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search (Ctrl+K)</source>
        <translation>Zoeken (Ctrl+K)</translation>
    </message>
    <message>
        <source>Search everything that was said</source>
        <translation>Zoeken in alles wat gezegd is</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Zoekopdracht wissen</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>What was found</source>
        <translation>Wat gevonden is</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Naamloos</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>gearchiveerd</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Niets gevonden</translation>
    </message>
</context>
<context>
    <name>Selftest</name>
    <message>
        <source>program</source>
        <translation>programma</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>beleid</translation>
    </message>
    <message>
        <source>processor module</source>
        <translation>processormodule</translation>
    </message>
    <message>
        <source>settings folder</source>
        <translation>instellingenmap</translation>
    </message>
    <message>
        <source>store</source>
        <translation>opslag</translation>
    </message>
    <message>
        <source>keyring</source>
        <translation>sleutelbos</translation>
    </message>
    <message>
        <source>display</source>
        <translation>beeldscherm</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>apparaten</translation>
    </message>
    <message>
        <source>graphics driver</source>
        <translation>grafisch stuurprogramma</translation>
    </message>
    <message>
        <source>reply</source>
        <translation>antwoord</translation>
    </message>
    <message>
        <source>starter model</source>
        <translation>startmodel</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>FAIL</source>
        <translation>FOUT</translation>
    </message>
    <message>
        <source>note</source>
        <translation>let op</translation>
    </message>
</context>
<context>
    <name>ServedLine</name>
    <message>
        <source>Marks of its tokens</source>
        <translation>Markeringen van de tokens</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Stop the request of {client}</source>
        <translation>Aanvraag van {client} stoppen</translation>
    </message>
</context>
<context>
    <name>Serving</name>
    <message>
        <source>The models are loaded when the request from {program} has been answered. It can be stopped on the page “For other programs”.</source>
        <translation>De modellen worden geladen zodra de aanvraag van {program} beantwoord is. Op de pagina “Voor andere programma’s” kun je die stoppen.</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Waits for the next load.</source>
        <translation>Wacht op de volgende keer laden.</translation>
    </message>
    <message>
        <source>Reset ({default})</source>
        <translation>Terugzetten ({default})</translation>
    </message>
    <message>
        <source>Reset “{title}” to its default: {default}</source>
        <translation>“{title}” terugzetten op de standaardwaarde: {default}</translation>
    </message>
    <message>
        <source>Default: {default}.</source>
        <translation>Standaard: {default}.</translation>
    </message>
</context>
<context>
    <name>SettingsChoices</name>
    <message>
        <source>Like the system</source>
        <translation>Zoals het systeem</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Licht</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Donker</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normaal</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoog</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Volledig</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>Beperkt</translation>
    </message>
    <message>
        <source>Refuse the message</source>
        <translation>Bericht weigeren</translation>
    </message>
    <message>
        <source>Leave out the oldest turns</source>
        <translation>Oudste beurten weglaten</translation>
    </message>
    <message>
        <source>Auto: whatever pays</source>
        <translation>Auto: wat loont</translation>
    </message>
    <message>
        <source>The draft model</source>
        <translation>Het draftmodel</translation>
    </message>
    <message>
        <source>Lookup in the text</source>
        <translation>Lookup in de tekst</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
    <message>
        <source>Coupled: keeps the seed&apos;s text</source>
        <translation>Gekoppeld: de tekst van de seed</translation>
    </message>
    <message>
        <source>Rejection: keeps the distribution</source>
        <translation>Verwerping: de kansverdeling</translation>
    </message>
    <message>
        <source>Match: the draft&apos;s best guess</source>
        <translation>Match: de beste gok</translation>
    </message>
</context>
<context>
    <name>SettingsFields</name>
    <message>
        <source>Enter numbers from 0 on, with semicolons between them.</source>
        <translation>Vul getallen vanaf 0 in, met puntkomma’s ertussen.</translation>
    </message>
    <message>
        <source>Enter token ids with a number each, such as {example}.</source>
        <translation>Vul token-id’s in met elk een getal, zoals {example}.</translation>
    </message>
    <message>
        <source>Enter a number above {least} and at most {most}.</source>
        <translation>Vul een getal in boven {least} en hoogstens {most}.</translation>
    </message>
    <message>
        <source>Enter a number from {least} to {most}.</source>
        <translation>Vul een getal in van {least} tot {most}.</translation>
    </message>
    <message>
        <source>Enter a whole number from {least} to {most}, or leave the field empty.</source>
        <translation>Vul een geheel getal in van {least} tot {most}, of laat het veld leeg.</translation>
    </message>
    <message>
        <source>Enter a whole number from {least} to {most}.</source>
        <translation>Vul een geheel getal in van {least} tot {most}.</translation>
    </message>
    <message>
        <source>Enter at most {most} of them.</source>
        <translation>Vul er hoogstens {most} in.</translation>
    </message>
    <message>
        <source>Galley cannot use this. The value before it stays.</source>
        <translation>Hier kan Galley niets mee. De vorige waarde blijft staan.</translation>
    </message>
</context>
<context>
    <name>SettingsGroups</name>
    <message>
        <source>A conversation with settings of its own keeps them.</source>
        <translation>Een gesprek met eigen instellingen behoudt die.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Weergave</translation>
    </message>
    <message>
        <source>How the window looks, and which language it speaks.</source>
        <translation>Hoe het venster eruitziet, en welke taal het spreekt.</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gesprekken</translation>
    </message>
    <message>
        <source>What happens when they become long.</source>
        <translation>Wat er gebeurt als ze lang worden.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacy</translation>
    </message>
    <message>
        <source>Where everything lies, and who holds the key, stands on a page of its own.</source>
        <translation>Waar alles staat en wie de sleutel heeft, vind je op een eigen pagina.</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>How the target chooses its words.</source>
        <translation>Hoe het doelmodel zijn woorden kiest.</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
    <message>
        <source>Who proposes words, and how they are checked.</source>
        <translation>Wie woorden voorstelt, en hoe ze gecontroleerd worden.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modellen</translation>
    </message>
    <message>
        <source>Where Galley looks for them.</source>
        <translation>Waar Galley ernaar zoekt.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Fixed while a pair is loaded: a change takes effect at the next load.</source>
        <translation>Ligt vast zolang een paar geladen is: een wijziging geldt vanaf de volgende keer laden.</translation>
    </message>
    <message>
        <source>Memory and devices</source>
        <translation>Geheugen en apparaten</translation>
    </message>
    <message>
        <source>Where the layers go, at the next load. The memory planner shows what fits.</source>
        <translation>Waar de lagen komen, bij de volgende keer laden. De geheugenplanner laat zien wat past.</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere programma’s</translation>
    </message>
    <message>
        <source>Address and key stand on the page for other programs.</source>
        <translation>Adres en sleutel vind je op de pagina voor andere programma’s.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Aan</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>Instellingen</translation>
    </message>
    <message>
        <source>Search settings (Ctrl+F)</source>
        <translation>Instellingen zoeken (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Instellingen zoeken</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Groepen instellingen</translation>
    </message>
    <message>
        <source>No setting has these words. Fewer words find more.</source>
        <translation>Deze woorden staan bij geen enkele instelling. Met minder woorden vind je meer.</translation>
    </message>
</context>
<context>
    <name>SettingsSection</name>
    <message>
        <source>Reset all</source>
        <translation>Alles terugzetten</translation>
    </message>
    <message>
        <source>Reset all of “{group}”</source>
        <translation>Alles van “{group}” terugzetten</translation>
    </message>
    <message>
        <source>Settings that are back at their defaults: {number}.</source>
        <translation>Instellingen terug op hun standaardwaarde: {number}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
    <message>
        <source>The loaded pair still has the old values.</source>
        <translation>Het geladen paar heeft nog de oude waarden.</translation>
    </message>
    <message>
        <source>Reload now</source>
        <translation>Nu opnieuw laden</translation>
    </message>
</context>
<context>
    <name>SettingsWired</name>
    <message>
        <source>A folder with models</source>
        <translation>Een map met modellen</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Send the message</source>
        <translation>Bericht verzenden</translation>
    </message>
    <message>
        <source>Start a new line</source>
        <translation>Nieuwe regel beginnen</translation>
    </message>
    <message>
        <source>In the empty message: bring back what was sent</source>
        <translation>In een leeg bericht: terughalen wat verzonden is</translation>
    </message>
    <message>
        <source>In the empty message: presets and prompts</source>
        <translation>In een leeg bericht: voorinstellingen en prompts</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Bestanden bijvoegen</translation>
    </message>
    <message>
        <source>Save what is typed as a prompt</source>
        <translation>Getypte tekst opslaan als prompt</translation>
    </message>
    <message>
        <source>Stop the reply or the load</source>
        <translation>Antwoord of laden stoppen</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nieuw gesprek</translation>
    </message>
    <message>
        <source>Search everything that was said</source>
        <translation>Zoeken in alles wat gezegd is</translation>
    </message>
    <message>
        <source>In the list of conversations: rename</source>
        <translation>In de lijst met gesprekken: hernoemen</translation>
    </message>
    <message>
        <source>In the list: pin or unpin</source>
        <translation>In de lijst: vastzetten of losmaken</translation>
    </message>
    <message>
        <source>In the list: delete</source>
        <translation>In de lijst: verwijderen</translation>
    </message>
    <message>
        <source>In the list: have back what was deleted</source>
        <translation>In de lijst: terughalen wat verwijderd is</translation>
    </message>
    <message>
        <source>In the list: a menu of all that can be done</source>
        <translation>In de lijst: menu met alles wat kan</translation>
    </message>
    <message>
        <source>Open a target model</source>
        <translation>Doelmodel openen</translation>
    </message>
    <message>
        <source>Choose a draft model</source>
        <translation>Draftmodel kiezen</translation>
    </message>
    <message>
        <source>Show or hide the marks</source>
        <translation>Markeringen tonen of verbergen</translation>
    </message>
    <message>
        <source>Keep or fade struck words</source>
        <translation>Doorgehaalde woorden laten staan of vervagen</translation>
    </message>
    <message>
        <source>Step through the reply</source>
        <translation>Antwoord doorlopen</translation>
    </message>
    <message>
        <source>Show the reply&apos;s figures</source>
        <translation>Cijfers van het antwoord tonen</translation>
    </message>
    <message>
        <source>The conversation&apos;s system prompt and settings</source>
        <translation>Systeemprompt en instellingen van het gesprek</translation>
    </message>
    <message>
        <source>Edit your last message, or the one with the focus</source>
        <translation>Je laatste bericht bewerken, of dat met de focus</translation>
    </message>
    <message>
        <source>In a message: its version before or after</source>
        <translation>In een bericht: vorige of volgende versie</translation>
    </message>
    <message>
        <source>Show all versions of the conversation</source>
        <translation>Alle versies van het gesprek tonen</translation>
    </message>
    <message>
        <source>Copy what is selected, or the message</source>
        <translation>De selectie kopiëren, of het bericht</translation>
    </message>
    <message>
        <source>In a message: copy it as Markdown</source>
        <translation>In een bericht: kopiëren als Markdown</translation>
    </message>
    <message>
        <source>In a message: quote it, or what is selected of it</source>
        <translation>In een bericht: citeren, of alleen de selectie</translation>
    </message>
    <message>
        <source>In the marks: a token back or on; in the stepper: a round</source>
        <translation>In de markeringen: een token terug of verder; bij het doorlopen: een ronde</translation>
    </message>
    <message>
        <source>In the marks: a line up or down; in the stepper: a phase</source>
        <translation>In de markeringen: een regel omhoog of omlaag; bij het doorlopen: een fase</translation>
    </message>
    <message>
        <source>In the stepper: play or pause</source>
        <translation>Bij het doorlopen: afspelen of pauzeren</translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation>Nu vergrendelen</translation>
    </message>
    <message>
        <source>Models on this machine…</source>
        <translation>Modellen op deze machine…</translation>
    </message>
    <message>
        <source>Privacy and keys…</source>
        <translation>Privacy en sleutels…</translation>
    </message>
    <message>
        <source>The machine…</source>
        <translation>De machine…</translation>
    </message>
    <message>
        <source>Memory planner…</source>
        <translation>Geheugenplanner…</translation>
    </message>
    <message>
        <source>Compare two settings…</source>
        <translation>Twee instellingen vergelijken…</translation>
    </message>
    <message>
        <source>Lab: measure many prompts…</source>
        <translation>Lab: veel prompts meten…</translation>
    </message>
    <message>
        <source>On the page that compares: start</source>
        <translation>Op de vergelijkpagina: starten</translation>
    </message>
    <message>
        <source>For other programs…</source>
        <translation>Voor andere programma’s…</translation>
    </message>
    <message>
        <source>Settings in and out…</source>
        <translation>Instellingen uitwisselen…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Instellingen…</translation>
    </message>
    <message>
        <source>On the page of settings: look for one</source>
        <translation>Op de instellingenpagina: een instelling zoeken</translation>
    </message>
    <message>
        <source>About Galley…</source>
        <translation>Over Galley…</translation>
    </message>
    <message>
        <source>Help…</source>
        <translation>Help…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Sneltoetsen</translation>
    </message>
    <message>
        <source>Quit Galley</source>
        <translation>Galley afsluiten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluiten</translation>
    </message>
</context>
<context>
    <name>SideFields</name>
    <message>
        <source>always</source>
        <translation>altijd</translation>
    </message>
    <message>
        <source>Propose that many in every round, whether it pays or not.</source>
        <translation>In elke ronde zoveel voorstellen, of het nu loont of niet.</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>zoals geladen</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>Longest proposal</source>
        <translation>Langste voorstel</translation>
    </message>
    <message>
        <source>Always propose that many</source>
        <translation>Altijd zoveel voorstellen</translation>
    </message>
    <message>
        <source>Stop drafting below</source>
        <translation>Niet voorstellen onder</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Sidebar</source>
        <translation>Zijbalk</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nieuw gesprek</translation>
    </message>
    <message>
        <source>New conversation (Ctrl+N)</source>
        <translation>Nieuw gesprek (Ctrl+N)</translation>
    </message>
    <message>
        <source>Show the conversations</source>
        <translation>Gesprekken tonen</translation>
    </message>
    <message>
        <source>Kept on this machine only, encrypted.</source>
        <translation>Alleen op deze machine bewaard, versleuteld.</translation>
    </message>
    <message>
        <source>Nothing is kept: conversations are gone when Galley closes.</source>
        <translation>Er wordt niets bewaard: gesprekken zijn weg zodra Galley sluit.</translation>
    </message>
    <message>
        <source>FOUND</source>
        <translation>GEVONDEN</translation>
    </message>
</context>
<context>
    <name>SlashMenu</name>
    <message>
        <source>Presets and prompts</source>
        <translation>Voorinstellingen en prompts</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Voorinstellingen</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>↑ ↓ to choose, Enter to take, Esc to close</source>
        <translation>↑ ↓ kiezen, Enter overnemen, Esc sluiten</translation>
    </message>
    <message>
        <source>↑ ↓ to choose, Enter to take, Delete to delete, Esc to close</source>
        <translation>↑ ↓ kiezen, Enter overnemen, Delete verwijderen, Esc sluiten</translation>
    </message>
</context>
<context>
    <name>SocketSection</name>
    <message>
        <source>Sockets open now</source>
        <translation>Sockets die nu open zijn</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Opnieuw kijken</translation>
    </message>
    <message>
        <source>Look again which sockets are open</source>
        <translation>Opnieuw kijken welke sockets open zijn</translation>
    </message>
    <message>
        <source>None that could reach another machine.</source>
        <translation>Geen die een andere machine kan bereiken.</translation>
    </message>
    <message>
        <source>The {process}: {here}, connected to {there}.</source>
        <translation>Het proces “{process}”: {here}, verbonden met {there}.</translation>
    </message>
    <message>
        <source>The {process} listens on {here}.</source>
        <translation>Het proces “{process}” luistert op {here}.</translation>
    </message>
    <message>
        <source>Only programs on this machine can reach it.</source>
        <translation>Alleen programma’s op deze machine kunnen erbij.</translation>
    </message>
</context>
<context>
    <name>SpeculationBadge</name>
    <message>
        <source>Why?</source>
        <translation>Waarom?</translation>
    </message>
    <message>
        <source>What this means, and what can be done about it</source>
        <translation>Wat dit betekent, en wat je eraan kunt doen</translation>
    </message>
    <message>
        <source>Why is that so?</source>
        <translation>Waarom is dat zo?</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
</context>
<context>
    <name>SpeculationPicture</name>
    <message>
        <source>How speculation works, in a picture</source>
        <translation>Hoe speculatie werkt, in één plaatje</translation>
    </message>
    <message>
        <source>The type is set,</source>
        <translation>De proef wordt gedrukt,</translation>
    </message>
    <message>
        <source>inked|and|printed|on|paper</source>
        <translation>gelezen|en|gebonden|in|leer</translation>
    </message>
    <message>
        <source>proofed</source>
        <translation>gecorrigeerd</translation>
    </message>
    <message>
        <source>A small, quick draft model guesses how the text goes on.</source>
        <translation>Een klein, snel draftmodel raadt hoe de tekst verdergaat.</translation>
    </message>
    <message>
        <source>Proposed: {words}</source>
        <translation>Voorgesteld: {words}</translation>
    </message>
    <message>
        <source>The large target model checks them all in one pass and keeps what it would have said.</source>
        <translation>Het grote doelmodel controleert ze in één doorgang en laat staan wat klopt.</translation>
    </message>
    <message>
        <source>Where one is wrong it puts its own word: the text is the target&apos;s, and often there sooner.</source>
        <translation>Een fout woord verbetert het: de tekst is van het doelmodel, en staat er vaak eerder.</translation>
    </message>
    <message>
        <source>Accepted: {words}. Struck: {wrong}</source>
        <translation>Geaccepteerd: {words}. Doorgehaald: {wrong}</translation>
    </message>
    <message>
        <source>The text: {words}</source>
        <translation>De tekst: {words}</translation>
    </message>
</context>
<context>
    <name>SpellingMarks</name>
    <message>
        <source>Check spelling</source>
        <translation>Spelling controleren</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Geen suggesties</translation>
    </message>
    <message>
        <source>Accept “{word}” until Galley is closed</source>
        <translation>“{word}” goedkeuren totdat Galley sluit</translation>
    </message>
</context>
<context>
    <name>StopButton</name>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Stop what is running; what has been written is kept</source>
        <translation>Stoppen wat er loopt; wat geschreven is, blijft</translation>
    </message>
</context>
<context>
    <name>SystemPrompt</name>
    <message>
        <source>How the model shall answer here</source>
        <translation>Hoe het model hier moet antwoorden</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systeemprompt</translation>
    </message>
    <message>
        <source>From the next reply on. A model without a place for it reads it before your first message.</source>
        <translation>Vanaf het volgende antwoord. Een model dat er geen plaats voor heeft, leest hem vóór je eerste bericht.</translation>
    </message>
    <message>
        <source>System prompt — {words}</source>
        <translation>Systeemprompt — {words}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>too long: {number} characters are used</source>
        <translation>te lang: {number} tekens worden gebruikt</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 teken</translation>
    </message>
    <message>
        <source>{number} characters</source>
        <translation>{number} tekens</translation>
    </message>
    <message>
        <source>Tell the model who it is and how to answer, for this conversation only.</source>
        <translation>Vertel het model wie het is en hoe het moet antwoorden, alleen voor dit gesprek.</translation>
    </message>
</context>
<context>
    <name>TemperaturePlot</name>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>{degrees} °C</source>
        <translation>{degrees} °C</translation>
    </message>
</context>
<context>
    <name>Thought</name>
    <message>
        <source>{title}, unfolded</source>
        <translation>{title}, uitgeklapt</translation>
    </message>
    <message numerus="yes">
        <source>Thinking, broken off · %Ln word(s)</source>
        <translation>
            <numerusform>Gedachten, afgebroken · %Ln woord</numerusform>
            <numerusform>Gedachten, afgebroken · %Ln woorden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Thinking · %Ln word(s)</source>
        <translation>
            <numerusform>Gedachten · %Ln woord</numerusform>
            <numerusform>Gedachten · %Ln woorden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Thinking · %Ln word(s) in {seconds} s</source>
        <translation>
            <numerusform>Gedachten · %Ln woord in {seconds} s</numerusform>
            <numerusform>Gedachten · %Ln woorden in {seconds} s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThroughputPlot</name>
    <message>
        <source>off {rate}</source>
        <translation>uit {rate}</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens per seconde</translation>
    </message>
    <message>
        <source>{rate} at {seconds} s</source>
        <translation>{rate} op {seconds} s</translation>
    </message>
</context>
<context>
    <name>TokenInspector</name>
    <message>
        <source>target</source>
        <translation>doelmodel</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>draftmodel</translation>
    </message>
    <message>
        <source>round {number} · nothing proposed · {milliseconds} ms</source>
        <translation>ronde {number} · niets voorgesteld · {milliseconds} ms</translation>
    </message>
    <message>
        <source>round {number} · {proposed} proposed, {accepted} accepted · {milliseconds} ms</source>
        <translation>ronde {number} · {proposed} voorgesteld, {accepted} geaccepteerd · {milliseconds} ms</translation>
    </message>
    <message>
        <source>Probabilities at temperature 1, over the candidates that were read.</source>
        <translation>Kansen bij temperatuur 1, over de kandidaten die gelezen zijn.</translation>
    </message>
    <message>
        <source>The other candidates were not kept.</source>
        <translation>De andere kandidaten zijn niet bewaard.</translation>
    </message>
</context>
<context>
    <name>TokenWords</name>
    <message>
        <source>in place of {struck}</source>
        <translation>in plaats van {struck}</translation>
    </message>
    <message>
        <source>target {probability}</source>
        <translation>doelmodel {probability}</translation>
    </message>
    <message>
        <source>draft {probability}</source>
        <translation>draftmodel {probability}</translation>
    </message>
    <message>
        <source>round {number}</source>
        <translation>ronde {number}</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>Gesprek</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Naar het einde</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
    <message>
        <source>Erase now</source>
        <translation>Nu wissen</translation>
    </message>
    <message>
        <source>Erases it for good, at once</source>
        <translation>Wist het voorgoed, meteen</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Naamloos</translation>
    </message>
    <message>
        <source>“{title}” is deleted, and will be erased in a few seconds.</source>
        <translation>“{title}” is verwijderd en wordt over een paar seconden gewist.</translation>
    </message>
    <message>
        <source>“{words}” is deleted, and will be erased in a few seconds.</source>
        <translation>“{words}” is verwijderd en wordt over een paar seconden gewist.</translation>
    </message>
    <message>
        <source>“{words}” and the message after it are deleted, and will be erased in a few seconds.</source>
        <translation>“{words}” en het bericht erna zijn verwijderd en worden over een paar seconden gewist.</translation>
    </message>
    <message>
        <source>“{words}” and {count} messages after it, on all branches, are deleted, and will be erased in a few seconds.</source>
        <translation>“{words}” en {count} berichten erna, op alle takken, zijn verwijderd en worden over een paar seconden gewist.</translation>
    </message>
    <message>
        <source>An empty reply</source>
        <translation>Een leeg antwoord</translation>
    </message>
    <message>
        <source>“{title}” is archived.</source>
        <translation>“{title}” is gearchiveerd.</translation>
    </message>
    <message>
        <source>The folder “{name}” is removed; its conversations are still in the list.</source>
        <translation>De map “{name}” is verwijderd; de gesprekken erin staan nog in de lijst.</translation>
    </message>
</context>
<context>
    <name>UnlockView</name>
    <message>
        <source>Use this passphrase</source>
        <translation>Deze wachtwoordzin gebruiken</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Ontgrendelen</translation>
    </message>
    <message>
        <source>Forgotten?</source>
        <translation>Vergeten?</translation>
    </message>
    <message>
        <source>Start with an empty store</source>
        <translation>Met een lege opslag beginnen</translation>
    </message>
    <message>
        <source>Galley keeps what you write encrypted. Choose a passphrase, and Galley asks for it whenever it starts. Several words in a row are easy to remember and hard to guess.</source>
        <translation>Galley bewaart versleuteld wat je schrijft. Kies een wachtwoordzin; Galley vraagt die bij elke start. Een paar woorden achter elkaar zijn makkelijk te onthouden en moeilijk te raden.</translation>
    </message>
    <message>
        <source>Nobody can recover a forgotten passphrase, or read what was kept without it.</source>
        <translation>Een vergeten wachtwoordzin kan niemand terughalen, en zonder die zin kan niemand lezen wat bewaard is.</translation>
    </message>
    <message>
        <source>Try the keyring again</source>
        <translation>Sleutelbos opnieuw proberen</translation>
    </message>
    <message>
        <source>Look for the system keyring once more</source>
        <translation>Nog eens naar de sleutelbos van het systeem zoeken</translation>
    </message>
    <message>
        <source>Protect your conversations</source>
        <translation>Bescherm je gesprekken</translation>
    </message>
    <message>
        <source>Your conversations are locked</source>
        <translation>Je gesprekken zijn vergrendeld</translation>
    </message>
    <message>
        <source>Enter the passphrase that protects them.</source>
        <translation>Voer de wachtwoordzin in die ze beschermt.</translation>
    </message>
    <message>
        <source>Their key is kept in the system keyring. They are safe, and open again as soon as it does.</source>
        <translation>De sleutel ligt in de sleutelbos van het systeem. Je gesprekken zijn veilig en gaan weer open zodra die opengaat.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Opnieuw proberen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Afsluiten</translation>
    </message>
    <message>
        <source>Nothing has been deleted. If you start with an empty store, the old file is kept beside it under another name, for the day on which it can be opened after all.</source>
        <translation>Er is niets verwijderd. Begin je met een lege opslag, dan blijft het oude bestand er onder een andere naam naast staan, voor de dag waarop het toch weer opengaat.</translation>
    </message>
    <message>
        <source>Your conversations cannot be opened</source>
        <translation>Je gesprekken kunnen niet worden geopend</translation>
    </message>
    <message>
        <source>Galley is open already</source>
        <translation>Galley is al open</translation>
    </message>
    <message>
        <source>Go on there, or close it and try again.</source>
        <translation>Ga daar verder, of sluit het en probeer het opnieuw.</translation>
    </message>
    <message>
        <source>It may be asking for its password, in a window of its own.</source>
        <translation>Misschien vraagt de sleutelbos om een wachtwoord, in een eigen venster.</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>Niet langer wachten</translation>
    </message>
    <message>
        <source>Asking the system keyring…</source>
        <translation>De sleutelbos van het systeem wordt geraadpleegd…</translation>
    </message>
    <message>
        <source>A forgotten passphrase cannot be recovered. You can start with an empty store; the old file is kept beside it under another name, in case it comes back to you.</source>
        <translation>Een vergeten wachtwoordzin is niet terug te halen. Je kunt met een lege opslag beginnen; het oude bestand blijft er onder een andere naam naast staan, voor als de zin je weer te binnen schiet.</translation>
    </message>
    <message>
        <source>Chat now. What is said is in memory only, and gone when Galley closes.</source>
        <translation>Je kunt nu chatten. Wat gezegd wordt, staat alleen in het geheugen en is weg zodra Galley sluit.</translation>
    </message>
    <message>
        <source>Go on without keeping anything</source>
        <translation>Verdergaan zonder iets te bewaren</translation>
    </message>
    <message>
        <source>The old file is kept beside the new one under another name.</source>
        <translation>Het oude bestand blijft onder een andere naam naast het nieuwe staan.</translation>
    </message>
</context>
<context>
    <name>UnsavedQuestion</name>
    <message>
        <source>The latest messages are not saved yet.</source>
        <translation>De laatste berichten zijn nog niet opgeslagen.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Opnieuw proberen</translation>
    </message>
    <message>
        <source>Close and lose them</source>
        <translation>Sluiten en ze kwijtraken</translation>
    </message>
</context>
<context>
    <name>UprightBadge</name>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
</context>
<context>
    <name>UserBubble</name>
    <message>
        <source>You: {text}</source>
        <translation>Jij: {text}</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Bericht kopiëren</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Citeren</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Intrekken</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bewerken…</translation>
    </message>
</context>
<context>
    <name>VerdictCard</name>
    <message>
        <source>Use these settings</source>
        <translation>Deze instellingen gebruiken</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Kopiëren als Markdown</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Opslaan…</translation>
    </message>
    <message>
        <source>Save as picture…</source>
        <translation>Opslaan als afbeelding…</translation>
    </message>
    <message>
        <source>(it ends there)</source>
        <translation>(hier houdt het op)</translation>
    </message>
    <message>
        <source>Use “{name}” from now on</source>
        <translation>Voortaan “{name}” gebruiken</translation>
    </message>
    <message>
        <source>Only in the open conversation</source>
        <translation>Alleen in het open gesprek</translation>
    </message>
</context>
<context>
    <name>VersionSwitch</name>
    <message>
        <source>Version before</source>
        <translation>Vorige versie</translation>
    </message>
    <message>
        <source>Version before (Alt+Left)</source>
        <translation>Vorige versie (Alt+←)</translation>
    </message>
    <message>
        <source>Show all versions of the conversation (Ctrl+T)</source>
        <translation>Alle versies van het gesprek tonen (Ctrl+T)</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Volgende versie</translation>
    </message>
    <message>
        <source>Next version (Alt+Right)</source>
        <translation>Volgende versie (Alt+→)</translation>
    </message>
    <message>
        <source>Version {number} of {count}; show all</source>
        <translation>Versie {number} van {count}; alle tonen</translation>
    </message>
</context>
<context>
    <name>WorkingLoadPlot</name>
    <message>
        <source>GPU load</source>
        <translation>GPU-belasting</translation>
    </message>
    <message>
        <source>Processor load</source>
        <translation>Processorbelasting</translation>
    </message>
</context>
<context>
    <name>_Head</name>
    <message>
        <source>Attached: {name}, {detail}</source>
        <translation>Bijgevoegd: {name}, {detail}</translation>
    </message>
    <message>
        <source>Show or hide the file&apos;s text</source>
        <translation>Tekst van het bestand tonen of verbergen</translation>
    </message>
</context>
<context>
    <name>_Memory</name>
    <message>
        <source>{short} too little of {total}</source>
        <translation>{short} te weinig van {total}</translation>
    </message>
    <message>
        <source>{free} of {total} stay free</source>
        <translation>{free} van {total} blijft vrij</translation>
    </message>
    <message>
        <source>{what}, others hold {size}</source>
        <translation>{what}, andere programma’s {size}</translation>
    </message>
</context>
<context>
    <name>_MemoryPlot</name>
    <message>
        <source>{used} / {total} GB</source>
        <translation>{used} / {total} GB</translation>
    </message>
    <message>
        <source>engine {engine}, all {used} GB</source>
        <translation>engine {engine}, alles {used} GB</translation>
    </message>
</context>
<context>
    <name>_RunRow</name>
    <message numerus="yes">
        <source>{moment}, %Ln reply(s) measured</source>
        <translation>
            <numerusform>{moment}, %Ln antwoord gemeten</numerusform>
            <numerusform>{moment}, %Ln antwoorden gemeten</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Verdergaan</translation>
    </message>
    <message>
        <source>Open report</source>
        <translation>Rapport openen</translation>
    </message>
    <message>
        <source>Save CSV…</source>
        <translation>CSV opslaan…</translation>
    </message>
    <message>
        <source>Save JSON…</source>
        <translation>JSON opslaan…</translation>
    </message>
</context>
<context>
    <name>_SearchLine</name>
    <message>
        <source>Clear the search</source>
        <translation>Zoekopdracht wissen</translation>
    </message>
</context>
<context>
    <name>argparse</name>
    <message>
        <source>usage: </source>
        <translation>gebruik: </translation>
    </message>
    <message>
        <source>options</source>
        <translation>opties</translation>
    </message>
    <message>
        <source>positional arguments</source>
        <translation>argumenten</translation>
    </message>
    <message>
        <source>show this help message and exit</source>
        <translation>deze hulp tonen en stoppen</translation>
    </message>
    <message>
        <source>show program&apos;s version number and exit</source>
        <translation>het versienummer van het programma tonen en stoppen</translation>
    </message>
    <message>
        <source>the following arguments are required: %s</source>
        <translation>deze argumenten ontbreken: %s</translation>
    </message>
    <message>
        <source>unrecognized arguments: %s</source>
        <translation>onbekende argumenten: %s</translation>
    </message>
    <message>
        <source>argument %(argument_name)s: %(message)s</source>
        <translation>argument %(argument_name)s: %(message)s</translation>
    </message>
    <message>
        <source>expected one argument</source>
        <translation>er hoort één argument bij</translation>
    </message>
    <message>
        <source>ignored explicit argument %r</source>
        <translation>overbodig argument %r genegeerd</translation>
    </message>
    <message>
        <source>invalid choice: %(value)r (choose from %(choices)s)</source>
        <translation>ongeldige keuze: %(value)r (kies uit %(choices)s)</translation>
    </message>
    <message>
        <source>unknown parser %(parser_name)r (choices: %(choices)s)</source>
        <translation>onbekende opdracht %(parser_name)r (keuze: %(choices)s)</translation>
    </message>
</context>
<context>
    <name>catalogue</name>
    <message>
        <source>“{file}” is no longer there.</source>
        <translation>“{file}” is er niet meer.</translation>
    </message>
    <message>
        <source>“{file}” is a folder; attach the files in it.</source>
        <translation>“{file}” is een map; voeg de bestanden erin bij.</translation>
    </message>
    <message>
        <source>“{file}” is a device or a pipe, not a file.</source>
        <translation>“{file}” is een apparaat of een pipe, geen bestand.</translation>
    </message>
    <message>
        <source>You are not allowed to read “{file}”; change the file&apos;s permissions.</source>
        <translation>Je mag “{file}” niet lezen; wijzig de rechten van het bestand.</translation>
    </message>
    <message>
        <source>“{file}” is a link that leads back to itself.</source>
        <translation>“{file}” is een link die naar zichzelf terugverwijst.</translation>
    </message>
    <message>
        <source>“{file}” cannot be read: {cause}.</source>
        <translation>“{file}” kan niet worden gelezen: {cause}.</translation>
    </message>
    <message>
        <source>“{file}” is empty.</source>
        <translation>“{file}” is leeg.</translation>
    </message>
    <message>
        <source>“{file}” is {size} MB large; Galley attaches files of up to {most} MB.</source>
        <translation>“{file}” is {size} MB groot; Galley voegt bestanden tot {most} MB bij.</translation>
    </message>
    <message>
        <source>“{file}” holds more than the {most} million characters that Galley attaches; take out the part you need.</source>
        <translation>“{file}” bevat meer dan de {most} miljoen tekens die Galley bijvoegt; haal het deel eruit dat je nodig hebt.</translation>
    </message>
    <message>
        <source>“{file}” is a picture; Galley&apos;s models read text only.</source>
        <translation>“{file}” is een afbeelding; de modellen van Galley lezen alleen tekst.</translation>
    </message>
    <message>
        <source>“{file}” is an office document; save it as PDF or plain text and attach that.</source>
        <translation>“{file}” is een officedocument; sla het op als PDF of platte tekst en voeg dat bij.</translation>
    </message>
    <message>
        <source>“{file}” is a recording; Galley&apos;s models read text only.</source>
        <translation>“{file}” is een opname; de modellen van Galley lezen alleen tekst.</translation>
    </message>
    <message>
        <source>“{file}” is an archive; unpack it and attach what is inside.</source>
        <translation>“{file}” is een archief; pak het uit en voeg bij wat erin zit.</translation>
    </message>
    <message>
        <source>“{file}” holds no text.</source>
        <translation>“{file}” bevat geen tekst.</translation>
    </message>
    <message>
        <source>“{file}” consists of pictures of pages; run text recognition (OCR) over it first.</source>
        <translation>“{file}” bestaat uit afbeeldingen van pagina’s; haal er eerst tekstherkenning (OCR) overheen.</translation>
    </message>
    <message>
        <source>“{file}” is protected by a password; save a copy without one.</source>
        <translation>“{file}” is beveiligd met een wachtwoord; sla een kopie zonder wachtwoord op.</translation>
    </message>
    <message>
        <source>“{file}” is damaged, or no PDF; get it once more.</source>
        <translation>“{file}” is beschadigd, of geen PDF; haal het opnieuw op.</translation>
    </message>
    <message>
        <source>“{file}” has {number} pages, and Galley reads up to {most}; take out the pages you need.</source>
        <translation>“{file}” heeft {number} pagina’s, en Galley leest er hoogstens {most}; haal de pagina’s eruit die je nodig hebt.</translation>
    </message>
    <message>
        <source>“{file}” could not be read within {seconds} seconds; take out the pages you need.</source>
        <translation>“{file}” kon niet binnen {seconds} seconden worden gelezen; haal de pagina’s eruit die je nodig hebt.</translation>
    </message>
    <message>
        <source>“{file}” takes too much memory to read; save its text and attach that.</source>
        <translation>“{file}” kost te veel geheugen om te lezen; sla de tekst op en voeg die bij.</translation>
    </message>
    <message>
        <source>“{file}” could not be read: the process that reads PDFs has ended. Save its text and attach that.</source>
        <translation>“{file}” kon niet worden gelezen: het proces dat PDF’s leest, is gestopt. Sla de tekst op en voeg die bij.</translation>
    </message>
    <message>
        <source>Reading the file was stopped.</source>
        <translation>Het lezen van het bestand is gestopt.</translation>
    </message>
    <message>
        <source>“{file}” is attached already.</source>
        <translation>“{file}” is al bijgevoegd.</translation>
    </message>
    <message>
        <source>A message takes up to {most} files; the rest was left.</source>
        <translation>In een bericht passen hoogstens {most} bestanden; de rest is niet meegenomen.</translation>
    </message>
    <message>
        <source>Galley let go of the attached files when it locked; attach them again.</source>
        <translation>Galley heeft de bijgevoegde bestanden losgelaten bij het vergrendelen; voeg ze opnieuw bij.</translation>
    </message>
    <message>
        <source>The clipboard holds a picture; Galley&apos;s models read text only.</source>
        <translation>Op het klembord staat een afbeelding; de modellen van Galley lezen alleen tekst.</translation>
    </message>
    <message>
        <source>Not in Unicode: read as Western European text (Windows-1252).</source>
        <translation>Geen Unicode: gelezen als West-Europese tekst (Windows-1252).</translation>
    </message>
    <message>
        <source>Some characters could not be read and stand as �.</source>
        <translation>Sommige tekens konden niet worden gelezen en staan er als �.</translation>
    </message>
    <message>
        <source>{number} of {pages} pages hold no text that can be read.</source>
        <translation>{number} van {pages} pagina’s bevatten geen leesbare tekst.</translation>
    </message>
    <message>
        <source>[Shortened to fit: {lines} lines were left out here.]</source>
        <translation>[Ingekort: hier zijn {lines} regels weggelaten.]</translation>
    </message>
    <message>
        <source>[Shortened to fit: the rest was left out here.]</source>
        <translation>[Ingekort: hier is de rest weggelaten.]</translation>
    </message>
    <message>
        <source>Give the prompt a name.</source>
        <translation>Geef de prompt een naam.</translation>
    </message>
    <message>
        <source>A prompt&apos;s name has up to {number} characters.</source>
        <translation>De naam van een prompt heeft hoogstens {number} tekens.</translation>
    </message>
    <message>
        <source>“{name}” comes with Galley; choose another name.</source>
        <translation>“{name}” hoort bij Galley; kies een andere naam.</translation>
    </message>
    <message>
        <source>There is no suite “{name}”: it is neither a file or folder nor one of {known}.</source>
        <translation>Er is geen suite “{name}”: het is geen bestand of map, en het komt niet voor in {known}.</translation>
    </message>
    <message>
        <source>The suite “{path}” cannot be read: {cause}.</source>
        <translation>De suite “{path}” kan niet worden gelezen: {cause}.</translation>
    </message>
    <message>
        <source>“{path}” is not text in UTF-8.</source>
        <translation>“{path}” is geen tekst in UTF-8.</translation>
    </message>
    <message>
        <source>“{path}” is larger than {most} MB, too large for a suite.</source>
        <translation>“{path}” is groter dan {most} MB, te groot voor een suite.</translation>
    </message>
    <message>
        <source>“{path}” is longer than the {most} letters a prompt may have.</source>
        <translation>“{path}” is langer dan de {most} tekens die een prompt mag hebben.</translation>
    </message>
    <message>
        <source>Line {line} of the suite “{path}” is not a JSON object. One is expected on every line.</source>
        <translation>Regel {line} van de suite “{path}” is geen JSON-object. Op elke regel hoort er een te staan.</translation>
    </message>
    <message>
        <source>Line {line} of the suite “{path}”: “{key}” is not a text.</source>
        <translation>Regel {line} van de suite “{path}”: “{key}” is geen tekst.</translation>
    </message>
    <message>
        <source>Line {line} of the suite “{path}” has no prompt: “text” is missing or empty.</source>
        <translation>Regel {line} van de suite “{path}” heeft geen prompt: “text” ontbreekt of is leeg.</translation>
    </message>
    <message>
        <source>Line {line} of the suite “{path}” is longer than the {most} letters a prompt may have.</source>
        <translation>Regel {line} van de suite “{path}” is langer dan de {most} tekens die een prompt mag hebben.</translation>
    </message>
    <message>
        <source>There is no prompt in the suite “{path}”.</source>
        <translation>De suite “{path}” bevat geen prompt.</translation>
    </message>
    <message>
        <source>The suite “{path}” has more than {most} prompts.</source>
        <translation>De suite “{path}” heeft meer dan {most} prompts.</translation>
    </message>
    <message>
        <source>The suite “{path}” has two prompts with the id “{prompt_id}”.</source>
        <translation>De suite “{path}” heeft twee prompts met de id “{prompt_id}”.</translation>
    </message>
    <message>
        <source>The suite “{name}” has no prompt in the languages asked for.</source>
        <translation>De suite “{name}” heeft geen prompt in de gevraagde talen.</translation>
    </message>
    <message>
        <source>There are no settings “{name}”: it is neither a file nor one of {known}.</source>
        <translation>Er zijn geen instellingen “{name}”: het is geen bestand, en het komt niet voor in {known}.</translation>
    </message>
    <message>
        <source>The settings “{setting}” need a draft model. Name one with --draft.</source>
        <translation>Voor de instellingen “{setting}” is een draftmodel nodig. Noem er een met --draft.</translation>
    </message>
    <message>
        <source>The settings file “{path}” cannot be read: {cause}.</source>
        <translation>Het instellingenbestand “{path}” kan niet worden gelezen: {cause}.</translation>
    </message>
    <message>
        <source>“{path}” is larger than {most} MB, too large for a settings file.</source>
        <translation>“{path}” is groter dan {most} MB, te groot voor een instellingenbestand.</translation>
    </message>
    <message>
        <source>The settings file “{path}” is neither TOML nor JSON: {cause}.</source>
        <translation>Het instellingenbestand “{path}” is geen TOML en geen JSON: {cause}.</translation>
    </message>
    <message>
        <source>The settings file “{path}” has no settings: a list “settings” is expected in it.</source>
        <translation>Het instellingenbestand “{path}” bevat geen instellingen: er hoort een lijst “settings” in te staan.</translation>
    </message>
    <message>
        <source>Setting {index} in “{path}” is no table of keys and values.</source>
        <translation>Instelling {index} in “{path}” is geen tabel met sleutels en waarden.</translation>
    </message>
    <message>
        <source>Setting {index} in “{path}”: {problem}</source>
        <translation>Instelling {index} in “{path}”: {problem}</translation>
    </message>
    <message>
        <source>The settings file “{path}” comes to more than {most} settings.</source>
        <translation>Het instellingenbestand “{path}” komt op meer dan {most} instellingen.</translation>
    </message>
    <message>
        <source>Two settings in “{path}” are called “{name}”.</source>
        <translation>Twee instellingen in “{path}” heten “{name}”.</translation>
    </message>
    <message>
        <source>“{key}” is none of {known}.</source>
        <translation>“{key}” komt niet voor in {known}.</translation>
    </message>
    <message>
        <source>“{key}” cannot be {value}.</source>
        <translation>“{key}” kan niet {value} zijn.</translation>
    </message>
    <message>
        <source>“{key}” is {value}, which is not between {least} and {most}.</source>
        <translation>“{key}” is {value}, en dat ligt niet tussen {least} en {most}.</translation>
    </message>
    <message>
        <source>“{key}” is {value}, which is none of {allowed}.</source>
        <translation>“{key}” is {value}, en dat komt niet voor in {allowed}.</translation>
    </message>
    <message>
        <source>“draft_min” {least} is more than “draft_max” {most}, so nothing would ever be drafted.</source>
        <translation>“draft_min” {least} is meer dan “draft_max” {most}, dus er wordt nooit iets voorgesteld.</translation>
    </message>
    <message>
        <source>There is nothing to measure: name a model with --target, or a server with --endpoint.</source>
        <translation>Er valt niets te meten: noem een model met --target, of een server met --endpoint.</translation>
    </message>
    <message>
        <source>Name a suite with --suite: {known}, a file or a folder.</source>
        <translation>Noem een suite met --suite: {known}, een bestand of een map.</translation>
    </message>
    <message>
        <source>--resume goes on with a run as it was begun, and takes no other options than --json.</source>
        <translation>--resume gaat verder met een meting zoals die begonnen is, en neemt naast --json geen andere opties aan.</translation>
    </message>
    <message>
        <source>Two of what is compared are called “{name}”.</source>
        <translation>Twee dingen die vergeleken worden, heten “{name}”.</translation>
    </message>
    <message>
        <source>The folder “{path}” holds a run already. Go on with it by --resume, or choose another folder.</source>
        <translation>In de map “{path}” staat al een meting. Ga ermee verder met --resume, of kies een andere map.</translation>
    </message>
    <message>
        <source>Another Galley is at the run in “{path}” just now.</source>
        <translation>Een andere Galley is op dit moment met de meting in “{path}” bezig.</translation>
    </message>
    <message>
        <source>The folder “{path}” holds no run that could be read.</source>
        <translation>In de map “{path}” staat geen meting die te lezen is.</translation>
    </message>
    <message>
        <source>The run&apos;s folder “{path}” cannot be used: {cause}.</source>
        <translation>De map “{path}” van de meting is niet te gebruiken: {cause}.</translation>
    </message>
    <message>
        <source>The file “{path}” cannot be read: {cause}.</source>
        <translation>Het bestand “{path}” kan niet worden gelezen: {cause}.</translation>
    </message>
    <message>
        <source>The run in “{path}” cannot go on, because something is not as it was when it began ({what}). Begin a new one.</source>
        <translation>De meting in “{path}” kan niet verder, omdat iets anders is dan toen die begon ({what}). Begin een nieuwe.</translation>
    </message>
    <message>
        <source>reading {file}: {percent} %</source>
        <translation>{file} lezen: {percent}%</translation>
    </message>
    <message>
        <source>{done} of {total}, {setting}, {prompt}</source>
        <translation>{done} van {total}, {setting}, {prompt}</translation>
    </message>
    <message>
        <source>{done} of {total}, {left} left: {setting}, {prompt}</source>
        <translation>{done} van {total}, nog {left}: {setting}, {prompt}</translation>
    </message>
    <message>
        <source>Stopped after {done} of {total} replies. Go on with: galley bench --resume {path}</source>
        <translation>Gestopt na {done} van {total} antwoorden. Ga verder met: galley bench --resume {path}</translation>
    </message>
    <message>
        <source>{done} of {total} replies are measured. Go on with: galley bench --resume {path}</source>
        <translation>{done} van {total} antwoorden zijn gemeten. Ga verder met: galley bench --resume {path}</translation>
    </message>
    <message>
        <source>No reply could be measured. The first one: {error}</source>
        <translation>Geen enkel antwoord kon gemeten worden. Het eerste: {error}</translation>
    </message>
    <message>
        <source>Report: {path}</source>
        <translation>Rapport: {path}</translation>
    </message>
    <message>
        <source>“{url}” is no address of a server. It looks like http://127.0.0.1:8080.</source>
        <translation>“{url}” is geen adres van een server. Zo’n adres ziet eruit als http://127.0.0.1:8080.</translation>
    </message>
    <message>
        <source>“{url}” is not on this machine. Only localhost is asked, so that no prompt leaves it.</source>
        <translation>“{url}” staat niet op deze machine. Galley bevraagt alleen localhost, zodat geen prompt de machine verlaat.</translation>
    </message>
    <message>
        <source>No server listens at {url}. Start it first.</source>
        <translation>Op {url} luistert geen server. Start die eerst.</translation>
    </message>
    <message>
        <source>The server at {url} cannot be reached: {cause}.</source>
        <translation>De server op {url} is niet te bereiken: {cause}.</translation>
    </message>
    <message>
        <source>The server at {url} was silent for {seconds} seconds. Wait longer with --endpoint-timeout.</source>
        <translation>De server op {url} zweeg {seconds} seconden. Wacht langer met --endpoint-timeout.</translation>
    </message>
    <message>
        <source>The server at {url} broke off in the middle of its answer.</source>
        <translation>De server op {url} brak midden in het antwoord af.</translation>
    </message>
    <message>
        <source>The server at {url} does not speak the OpenAI protocol. It said: {answer}</source>
        <translation>De server op {url} spreekt het protocol van OpenAI niet. Het antwoord was: {answer}</translation>
    </message>
    <message>
        <source>The server at {url} failed: {answer}</source>
        <translation>De server op {url} gaf een fout: {answer}</translation>
    </message>
    <message>
        <source>The server at {url} refused (status {status}): {answer}</source>
        <translation>De server op {url} weigerde (status {status}): {answer}</translation>
    </message>
    <message>
        <source>The server at {url} answered without a single token.</source>
        <translation>De server op {url} antwoordde zonder één token.</translation>
    </message>
    <message>
        <source>The server at {url} goes on beyond the tokens that were asked for.</source>
        <translation>De server op {url} gaat door na het gevraagde aantal tokens.</translation>
    </message>
    <message>
        <source>The server at {url} sent the whole reply at once, so that its speed cannot be measured.</source>
        <translation>De server op {url} stuurde het hele antwoord in één keer, dus de snelheid is niet te meten.</translation>
    </message>
    <message>
        <source>The server at {url} does not stream and tells no timings, so that nothing can be measured.</source>
        <translation>De server op {url} streamt niet en geeft geen tijden door, dus er valt niets te meten.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Engels</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Nederlands</translation>
    </message>
    <message>
        <source>Over the whole suite “{setting}” is fastest: {speedup:.2f} times as fast as without speculation ({low:.2f} to {high:.2f}).</source>
        <translation>Over de hele suite is “{setting}” het snelst: {speedup:.2f} keer zo snel als zonder speculatie ({low:.2f} tot {high:.2f}).</translation>
    </message>
    <message>
        <source>“{setting}” is fastest: {speedup:.2f} times as fast as without speculation, on a single prompt.</source>
        <translation>“{setting}” is het snelst: {speedup:.2f} keer zo snel als zonder speculatie, bij één enkele prompt.</translation>
    </message>
    <message>
        <source>Over the whole suite “{setting}” is fastest, {speedup:.2f} times as fast as without speculation, but that may be chance ({low:.2f} to {high:.2f}).</source>
        <translation>Over de hele suite is “{setting}” het snelst, {speedup:.2f} keer zo snel als zonder speculatie, maar dat kan toeval zijn ({low:.2f} tot {high:.2f}).</translation>
    </message>
    <message>
        <source>Over the whole suite nothing is faster than no speculation, on this machine and with these models.</source>
        <translation>Over de hele suite is niets sneller dan zonder speculatie, op deze machine en met deze modellen.</translation>
    </message>
    <message>
        <source>“{setting}” breaks even here when {percent:.0f} % of the proposed tokens are accepted; {accepted:.0f} % were. The rule of thumb says {rule_low:.0f} to {rule_high:.0f} %.</source>
        <translation>“{setting}” is hier break-even als {percent:.0f}% van de voorgestelde tokens geaccepteerd wordt; het was {accepted:.0f}%. De vuistregel zegt {rule_low:.0f} tot {rule_high:.0f}%.</translation>
    </message>
    <message>
        <source>“{setting}” would not break even here if every proposed token were accepted. The rule of thumb says {rule_low:.0f} to {rule_high:.0f} %.</source>
        <translation>“{setting}” zou hier niet break-even zijn als elk voorgesteld token geaccepteerd werd. De vuistregel zegt {rule_low:.0f} tot {rule_high:.0f}%.</translation>
    </message>
    <message>
        <source>Most is gained on {most} ({most_speedup:.2f} times), least on {least} ({least_speedup:.2f} times).</source>
        <translation>De meeste winst is er bij {most} ({most_speedup:.2f} keer), de minste bij {least} ({least_speedup:.2f} keer).</translation>
    </message>
    <message>
        <source>{language} is accepted {points:.0f} points less than {reference} with “{setting}” ({low:+.0f} to {high:+.0f}).</source>
        <translation>{language} wordt met “{setting}” {points:.0f} punten minder geaccepteerd dan {reference} ({low:+.0f} tot {high:+.0f}).</translation>
    </message>
    <message>
        <source>{language} is accepted {points:.0f} points more than {reference} with “{setting}” ({low:+.0f} to {high:+.0f}).</source>
        <translation>{language} wordt met “{setting}” {points:.0f} punten meer geaccepteerd dan {reference} ({low:+.0f} tot {high:+.0f}).</translation>
    </message>
    <message>
        <source>Between {language} and {reference} there is no certain difference in acceptance with “{setting}” ({low:+.0f} to {high:+.0f} points).</source>
        <translation>Tussen {language} en {reference} is er met “{setting}” geen zeker verschil in acceptatie ({low:+.0f} tot {high:+.0f} punten).</translation>
    </message>
    <message>
        <source>The gain of “{setting}” ends at a temperature of about {temperature:.2f}.</source>
        <translation>De winst van “{setting}” houdt op bij een temperatuur van ongeveer {temperature:.2f}.</translation>
    </message>
    <message>
        <source>“{setting}” still gains at temperature {temperature:.2f}, the highest that was measured.</source>
        <translation>“{setting}” geeft bij temperatuur {temperature:.2f}, de hoogste die gemeten is, nog winst.</translation>
    </message>
    <message>
        <source>“{setting}” gains at none of the temperatures that were measured.</source>
        <translation>“{setting}” geeft bij geen van de gemeten temperaturen winst.</translation>
    </message>
    <message>
        <source>{same} of {compared} replies are letter for letter what is written without speculation.</source>
        <translation>{same} van {compared} antwoorden zijn letter voor letter gelijk aan wat zonder speculatie geschreven wordt.</translation>
    </message>
    <message>
        <source>One reply failed and is left out; the table says why.</source>
        <translation>Eén antwoord is mislukt en weggelaten; de tabel zegt waarom.</translation>
    </message>
    <message>
        <source>{num} replies failed and are left out; the table says why.</source>
        <translation>{num} antwoorden zijn mislukt en weggelaten; de tabel zegt waarom.</translation>
    </message>
    <message>
        <source>Galley: what speculation gains here</source>
        <translation>Galley: wat speculatie hier oplevert</translation>
    </message>
    <message>
        <source>Speculative decoding, measured</source>
        <translation>Speculatief decoderen, gemeten</translation>
    </message>
    <message>
        <source>Suite “{suite}” on {machine}, {date}</source>
        <translation>Suite “{suite}” op {machine}, {date}</translation>
    </message>
    <message>
        <source>This run is not complete: {measured} of {total} replies are measured. All figures are of those.</source>
        <translation>Deze meting is niet compleet: {measured} van {total} antwoorden zijn gemeten. Alle cijfers gaan daarover.</translation>
    </message>
    <message>
        <source>{value} ({low} to {high})</source>
        <translation>{value} ({low} tot {high})</translation>
    </message>
    <message>
        <source>Measured and written by Galley {version}. This page is one file; it loads nothing and sends nothing.</source>
        <translation>Gemeten en geschreven door Galley {version}. Deze pagina is één bestand; ze haalt niets op en verstuurt niets.</translation>
    </message>
    <message>
        <source>as fast as without</source>
        <translation>zo snel als zonder</translation>
    </message>
    <message>
        <source>tokens a second, median</source>
        <translation>tokens per seconde, mediaan</translation>
    </message>
    <message>
        <source>of proposed tokens accepted</source>
        <translation>van de voorgestelde tokens geaccepteerd</translation>
    </message>
    <message>
        <source>tokens per target pass (τ)</source>
        <translation>tokens per doorgang van het doelmodel (τ)</translation>
    </message>
    <message>
        <source>accepted at break-even</source>
        <translation>geaccepteerd bij break-even</translation>
    </message>
    <message>
        <source>Speed-up by setting</source>
        <translation>Versnelling per instelling</translation>
    </message>
    <message>
        <source>Decoding speed against the same prompts without speculation (dashed line). Dots are geometric means over the prompts, bars hold the mean with 95 % confidence.</source>
        <translation>Decodeersnelheid tegenover dezelfde prompts zonder speculatie (onderbroken lijn). Punten zijn meetkundige gemiddelden over de prompts; binnen de balken ligt het gemiddelde met 95% zekerheid.</translation>
    </message>
    <message>
        <source>Best setting by kind of text and language</source>
        <translation>Beste instelling per soort tekst en taal</translation>
    </message>
    <message>
        <source>The fastest setting for each; “off” where nothing is faster. What is just as good by the measure of the intervals stands beside it.</source>
        <translation>De snelste instelling voor elk; “uit” waar niets sneller is. Wat volgens de intervallen even goed is, staat ernaast.</translation>
    </message>
    <message>
        <source>Acceptance against break-even</source>
        <translation>Acceptatie tegenover break-even</translation>
    </message>
    <message>
        <source>Speculation pays where more of the proposed tokens are accepted than at break-even, which was measured: what a round took more than a token without speculation, per proposed token.</source>
        <translation>Speculatie loont waar meer van de voorgestelde tokens geaccepteerd wordt dan bij break-even. Dat is gemeten: wat een ronde meer kostte dan een token zonder speculatie, per voorgesteld token.</translation>
    </message>
    <message>
        <source>Acceptance by position</source>
        <translation>Acceptatie per positie</translation>
    </message>
    <message>
        <source>How often the first, second, third … proposed token of a round was accepted, where there was one.</source>
        <translation>Hoe vaak het eerste, tweede, derde … voorgestelde token van een ronde geaccepteerd werd, waar er een was.</translation>
    </message>
    <message>
        <source>position in the proposal</source>
        <translation>positie in het voorstel</translation>
    </message>
    <message>
        <source>Where temperature ends the gain</source>
        <translation>Waar de temperatuur de winst beëindigt</translation>
    </message>
    <message>
        <source>Speed-up by temperature, each against no speculation at the same temperature and seed.</source>
        <translation>Versnelling per temperatuur, telkens tegenover geen speculatie bij dezelfde temperatuur en seed.</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>temperatuur</translation>
    </message>
    <message>
        <source>Language against language</source>
        <translation>Taal tegenover taal</translation>
    </message>
    <message>
        <source>Differences with 95 % intervals, kind of text by kind of text. One that includes 0 may be chance.</source>
        <translation>Verschillen met intervallen van 95%, soort tekst voor soort tekst. Een interval waar 0 in ligt, kan toeval zijn.</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>Waar de tijd blijft</translation>
    </message>
    <message>
        <source>Shares of decoding, in per cent.</source>
        <translation>Aandelen in het decoderen, in procenten.</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle instellingen</translation>
    </message>
    <message>
        <source>Speeds are medians over the prompts, speed-ups geometric means with 95 % intervals. Total is from the request to the last token, both prefills counted. Every single reply stands in rows.csv and report.json.</source>
        <translation>Snelheden zijn medianen over de prompts, versnellingen meetkundige gemiddelden met intervallen van 95%. Totaal loopt van de vraag tot het laatste token, met beide prefills erin. Elk afzonderlijk antwoord staat in rows.csv en report.json.</translation>
    </message>
    <message>
        <source>How it was measured, and how to repeat it</source>
        <translation>Hoe het gemeten is, en hoe je het herhaalt</translation>
    </message>
    <message>
        <source>Files are known by their SHA-256.</source>
        <translation>Bestanden zijn te herkennen aan hun SHA-256.</translation>
    </message>
    <message>
        <source>Each prompt is answered under every setting in turn, in an order that rotates, and without speculation beside them. Before each reply the caches are emptied. A reply ends after {tokens} tokens at the latest (repeats: {repeat}, seeds from {seed} on); repeats come down to their median. After each load a short reply goes unmeasured. Servers are asked one reply at a time, with the same prompts, temperature and seed.</source>
        <translation>Elke prompt wordt om beurten met elke instelling beantwoord, in een volgorde die rouleert, en daarnaast zonder speculatie. Vóór elk antwoord worden de caches geleegd. Een antwoord eindigt uiterlijk na {tokens} tokens (herhalingen: {repeat}, seeds vanaf {seed}); van herhalingen telt de mediaan. Na elke keer laden blijft een kort antwoord ongemeten. Aan servers wordt één antwoord tegelijk gevraagd, met dezelfde prompts, temperatuur en seed.</translation>
    </message>
    <message>
        <source>Settings as they were compared</source>
        <translation>Instellingen zoals ze vergeleken zijn</translation>
    </message>
    <message>
        <source>Saved as a file, this is what --settings takes.</source>
        <translation>Opgeslagen als bestand is dit wat --settings aanneemt.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Instelling</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Versnelling</translation>
    </message>
    <message>
        <source>In total</source>
        <translation>In totaal</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Geaccepteerd</translation>
    </message>
    <message>
        <source>τ</source>
        <translation>τ</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>Break-even</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Eerste token</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Soort</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
    <message>
        <source>Best setting</source>
        <translation>Beste instelling</translation>
    </message>
    <message>
        <source>Just as good</source>
        <translation>Even goed</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>geaccepteerd</translation>
    </message>
    <message>
        <source>break-even</source>
        <translation>break-even</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source>shaded: the rule of thumb, 35 to 40 %</source>
        <translation>gearceerd: de vuistregel, 35 tot 40%</translation>
    </message>
    <message>
        <source>{language} against {reference}</source>
        <translation>{language} tegenover {reference}</translation>
    </message>
    <message>
        <source>Acceptance, points</source>
        <translation>Acceptatie, punten</translation>
    </message>
    <message>
        <source>Speed-up, difference</source>
        <translation>Versnelling, verschil</translation>
    </message>
    <message>
        <source>proposing</source>
        <translation>voorstellen</translation>
    </message>
    <message>
        <source>the target&apos;s passes</source>
        <translation>doorgangen van het doelmodel</translation>
    </message>
    <message>
        <source>outside the models</source>
        <translation>buiten de modellen</translation>
    </message>
    <message>
        <source>{value} is too small, the least is {least}</source>
        <translation>{value} is te klein, het minimum is {least}</translation>
    </message>
    <message>
        <source>{value} is not between {least} and {most}</source>
        <translation>{value} ligt niet tussen {least} en {most}</translation>
    </message>
    <message>
        <source>{text} is not a whole number</source>
        <translation>{text} is geen geheel getal</translation>
    </message>
    <message>
        <source>{text} is not a number</source>
        <translation>{text} is geen getal</translation>
    </message>
    <message>
        <source>{text} does not look like ID=BIAS, such as 15043=-1.5</source>
        <translation>{text} lijkt niet op ID=BIAS, zoals 15043=-1.5</translation>
    </message>
    <message>
        <source>{value} is none of: {allowed}</source>
        <translation>{value} komt niet voor in: {allowed}</translation>
    </message>
    <message>
        <source>the folder has no name</source>
        <translation>de map heeft geen naam</translation>
    </message>
    <message>
        <source>the text to stop at is empty</source>
        <translation>de stoptekst is leeg</translation>
    </message>
    <message>
        <source>What came on standard input is not text in UTF-8.</source>
        <translation>Wat op de standaardinvoer binnenkwam, is geen tekst in UTF-8.</translation>
    </message>
    <message>
        <source>Standard input cannot be read: {cause}.</source>
        <translation>De standaardinvoer kan niet worden gelezen: {cause}.</translation>
    </message>
    <message>
        <source>{option} needs {needed}</source>
        <translation>bij {option} hoort {needed}</translation>
    </message>
    <message>
        <source>{path} cannot be read: {cause}.</source>
        <translation>{path} kan niet worden gelezen: {cause}.</translation>
    </message>
    <message>
        <source>{path} is not text in UTF-8.</source>
        <translation>{path} is geen tekst in UTF-8.</translation>
    </message>
    <message>
        <source>{path} is empty: it should hold a grammar or a JSON schema.</source>
        <translation>{path} is leeg: er hoort een grammatica of een JSON-schema in te staan.</translation>
    </message>
    <message>
        <source>{option} has no effect here; leave it out</source>
        <translation>{option} heeft hier geen effect; laat die weg</translation>
    </message>
    <message>
        <source>{one} and {other} exclude each other</source>
        <translation>{one} en {other} gaan niet samen</translation>
    </message>
    <message>
        <source>--draft-min {least} is more than --draft-max {most}, so nothing would ever be drafted</source>
        <translation>--draft-min {least} is meer dan --draft-max {most}, dus er wordt nooit iets voorgesteld</translation>
    </message>
    <message>
        <source>--logit-bias names token {token}, and the target&apos;s tokens end at {largest}.</source>
        <translation>--logit-bias noemt token {token}, en de tokens van het doelmodel gaan tot {largest}.</translation>
    </message>
    <message>
        <source>The folder “{folder}” cannot be written to ({cause}). Choose another one for --settings-dir.</source>
        <translation>In de map “{folder}” kan niet worden geschreven ({cause}). Kies een andere voor --settings-dir.</translation>
    </message>
    <message>
        <source>The text cannot be written out: {cause}.</source>
        <translation>De tekst kan niet worden uitgeschreven: {cause}.</translation>
    </message>
    <message>
        <source>No model files were found. Put a GGUF file into a folder and name it with --folder.</source>
        <translation>Er zijn geen modelbestanden gevonden. Zet een GGUF-bestand in een map en noem die met --folder.</translation>
    </message>
    <message>
        <source>Stopped while loading.</source>
        <translation>Gestopt tijdens het laden.</translation>
    </message>
    <message>
        <source>loading the {role} model: {percent} %</source>
        <translation>model laden ({role}): {percent}%</translation>
    </message>
    <message>
        <source>reading the prompt: {done} of {total} tokens</source>
        <translation>prompt lezen: {done} van {total} tokens</translation>
    </message>
    <message>
        <source>The prompt is not valid text in this terminal&apos;s encoding. Set the terminal to UTF-8.</source>
        <translation>De prompt is geen geldige tekst in de codering van deze terminal. Zet de terminal op UTF-8.</translation>
    </message>
    <message>
        <source>The draft model cannot be used: {reason}</source>
        <translation>Het draftmodel is niet te gebruiken: {reason}</translation>
    </message>
    <message>
        <source>The system could not start the engine&apos;s process: {cause}. Close other programs and try again.</source>
        <translation>Het systeem kon het proces van de engine niet starten: {cause}. Sluit andere programma’s en probeer het opnieuw.</translation>
    </message>
    <message>
        <source>The engine ended by itself (code {code}): {line}. What was written is kept, and the next message starts a new one.</source>
        <translation>De engine is vanzelf geëindigd (code {code}): {line}. Wat geschreven is, is bewaard, en het volgende bericht start een nieuwe.</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s library does not load: {cause}. Install Galley again, or the library it names.</source>
        <translation>De bibliotheek van llama.cpp laadt niet: {cause}. Installeer Galley opnieuw, of de bibliotheek die genoemd wordt.</translation>
    </message>
    <message>
        <source>Something went wrong inside Galley; your text is kept. What is known stands in {path}.</source>
        <translation>Er ging iets mis in Galley; je tekst is bewaard. Wat ervan bekend is, staat in {path}.</translation>
    </message>
    <message>
        <source>There is no display to open a window on. Start Galley in a desktop session, or use “galley generate” in a terminal.</source>
        <translation>Er is geen beeldscherm om een venster op te openen. Start Galley in een bureaubladsessie, of gebruik “galley generate” in een terminal.</translation>
    </message>
    <message>
        <source>The display {display} does not answer. Start Galley in a desktop session, or use “galley generate” in a terminal.</source>
        <translation>Het beeldscherm {display} antwoordt niet. Start Galley in een bureaubladsessie, of gebruik “galley generate” in een terminal.</translation>
    </message>
    <message>
        <source>QT_QPA_PLATFORM is set to “{name}”, which Qt does not know here. Unset it, or set it to one of: {known}</source>
        <translation>QT_QPA_PLATFORM staat op “{name}”, en dat kent Qt hier niet. Haal de variabele weg, of zet die op een van deze: {known}</translation>
    </message>
    <message>
        <source>Qt needs the library {library} to open a window. Install it with: sudo apt install {package}</source>
        <translation>Qt heeft de bibliotheek {library} nodig om een venster te openen. Installeer die met: sudo apt install {package}</translation>
    </message>
    <message>
        <source>The model computed no usable numbers. Its file may be damaged, or a GPU driver failed.</source>
        <translation>Het model rekende geen bruikbare getallen uit. Misschien is het bestand beschadigd, of liet een GPU-stuurprogramma het afweten.</translation>
    </message>
    <message>
        <source>The text could not be split into tokens.</source>
        <translation>De tekst kon niet in tokens worden gesplitst.</translation>
    </message>
    <message>
        <source>{path} could not be loaded: {cause}.</source>
        <translation>{path} kon niet worden geladen: {cause}.</translation>
    </message>
    <message>
        <source>{path} is not a model that writes text (an encoder or a diffusion model). Choose a chat model.</source>
        <translation>{path} is geen model dat tekst schrijft (een encoder of een diffusiemodel). Kies een chatmodel.</translation>
    </message>
    <message>
        <source>There was no memory for a context of {tokens} tokens ({cause}). Choose a smaller context.</source>
        <translation>Er was geen geheugen voor een context van {tokens} tokens ({cause}). Kies een kleinere context.</translation>
    </message>
    <message>
        <source>A context of {tokens} tokens needs {wanted} GB, and {free} GB of memory are free. Choose a smaller context.</source>
        <translation>Een context van {tokens} tokens vraagt {wanted} GB, en er is {free} GB geheugen vrij. Kies een kleinere context.</translation>
    </message>
    <message>
        <source>A context of {tokens} tokens is more than Galley handles ({largest}). Choose a smaller one.</source>
        <translation>Een context van {tokens} tokens is meer dan Galley aankan ({largest}). Kies een kleinere.</translation>
    </message>
    <message>
        <source>Values of the type {type} in the cache need flash attention. Turn it on, or use f16 values.</source>
        <translation>Values van het type {type} in de cache vragen om flash attention. Zet dat aan, of gebruik values in f16.</translation>
    </message>
    <message>
        <source>The context of {capacity} tokens is full.</source>
        <translation>De context van {capacity} tokens is vol.</translation>
    </message>
    <message>
        <source>llama.cpp could not compute the next tokens (status {status}). Send the message again.</source>
        <translation>llama.cpp kon de volgende tokens niet berekenen (status {status}). Verzend het bericht opnieuw.</translation>
    </message>
    <message>
        <source>The draft model&apos;s context of {capacity} tokens is full: it proposes nothing more here.</source>
        <translation>De context van het draftmodel, {capacity} tokens, is vol: het stelt hier niets meer voor.</translation>
    </message>
    <message>
        <source>The prompt is empty. Write something first.</source>
        <translation>De prompt is leeg. Schrijf eerst iets.</translation>
    </message>
    <message>
        <source>The prompt has {tokens} tokens and the context holds {capacity}. Shorten it, start a new conversation, or load the model with a larger context.</source>
        <translation>De prompt heeft {tokens} tokens en in de context passen er {capacity}. Kort de prompt in, begin een nieuw gesprek, of laad het model met een grotere context.</translation>
    </message>
    <message>
        <source>Proposing gains nothing in this text: a round would save {saves:.1f} passes of the target and cost the time of {costs:.1f}.</source>
        <translation>Voorstellen levert bij deze tekst niets op: een ronde zou {saves:.1f} doorgangen van het doelmodel besparen en de tijd van {costs:.1f} kosten.</translation>
    </message>
    <message>
        <source>Proposing gains nothing in this text just now.</source>
        <translation>Voorstellen levert bij deze tekst nu niets op.</translation>
    </message>
    <message>
        <source>Proposals have cost time that they have not won back yet, so there are none for a while.</source>
        <translation>Voorstellen hebben tijd gekost die ze nog niet hebben terugverdiend; daarom komen er even geen.</translation>
    </message>
    <message>
        <source>On this machine proposals cost more than they save, even if every one of them were right.</source>
        <translation>Op deze machine kosten voorstellen meer dan ze besparen, zelfs als ze allemaal raak zouden zijn.</translation>
    </message>
    <message>
        <source>The draft model would have to read more than the rest of this reply would win back.</source>
        <translation>Het draftmodel zou meer moeten lezen dan de rest van dit antwoord terugverdient.</translation>
    </message>
    <message>
        <source>This model keeps a state that cannot go back, so nothing can be proposed for it.</source>
        <translation>Dit model houdt een toestand bij die niet terug kan, dus er kan niets voor worden voorgesteld.</translation>
    </message>
    <message>
        <source>No draft model is chosen.</source>
        <translation>Er is geen draftmodel gekozen.</translation>
    </message>
    <message>
        <source>The shortest proposal is set to {least} tokens, and at most {most} are drafted, so none is long enough.</source>
        <translation>Het kortste voorstel staat op {least} tokens, en er worden er hoogstens {most} voorgesteld; geen enkel voorstel is dus lang genoeg.</translation>
    </message>
    <message>
        <source>The most tokens to draft is set to 0.</source>
        <translation>Het maximumaantal drafttokens staat op 0.</translation>
    </message>
    <message>
        <source>{path} keeps a state that cannot go back, so drafts cannot be taken back either.</source>
        <translation>{path} houdt een toestand bij die niet terug kan, dus drafttokens kunnen ook niet worden teruggenomen.</translation>
    </message>
    <message>
        <source>{path} keeps a state that cannot go back, so it cannot serve as a draft model.</source>
        <translation>{path} houdt een toestand bij die niet terug kan en is daarom niet als draftmodel te gebruiken.</translation>
    </message>
    <message>
        <source>Choose a target model first, then a draft for it.</source>
        <translation>Kies eerst een doelmodel, daarna een draftmodel ervoor.</translation>
    </message>
    <message>
        <source>No model is loaded. Choose a target model first.</source>
        <translation>Er is geen model geladen. Kies eerst een doelmodel.</translation>
    </message>
    <message>
        <source>The engine was killed from outside ({signal}); most often because memory ran out. What was written is kept, and the next message starts a new engine.</source>
        <translation>De engine is van buitenaf beëindigd ({signal}); meestal omdat het geheugen op was. Wat geschreven is, is bewaard, en het volgende bericht start een nieuwe engine.</translation>
    </message>
    <message>
        <source>The engine stopped with {signal}: {line}. What was written is kept, and the next message starts a new one.</source>
        <translation>De engine stopte met {signal}: {line}. Wat geschreven is, is bewaard, en het volgende bericht start een nieuwe.</translation>
    </message>
    <message>
        <source>The engine stopped with {signal}. What was written is kept, and the next message starts a new engine.</source>
        <translation>De engine stopte met {signal}. Wat geschreven is, is bewaard, en het volgende bericht start een nieuwe engine.</translation>
    </message>
    <message>
        <source>The engine ended by itself (code {code}). What was written is kept, and the next message starts a new one.</source>
        <translation>De engine is vanzelf geëindigd (code {code}). Wat geschreven is, is bewaard, en het volgende bericht start een nieuwe.</translation>
    </message>
    <message>
        <source>A reply can keep to a grammar or to a JSON schema, not to both. Leave one of them out.</source>
        <translation>Een antwoord kan zich aan een grammatica houden of aan een JSON-schema, niet aan allebei. Laat een van de twee weg.</translation>
    </message>
    <message>
        <source>The grammar cannot be read in line {line}, at “{near}”. It has to be GBNF, as llama.cpp reads it.</source>
        <translation>De grammatica is niet te lezen in regel {line}, bij “{near}”. Het moet GBNF zijn, zoals llama.cpp dat leest.</translation>
    </message>
    <message>
        <source>The grammar breaks off in line {line}.</source>
        <translation>De grammatica breekt af in regel {line}.</translation>
    </message>
    <message>
        <source>The grammar&apos;s range “{range}” (line {line}, column {column}) runs backwards. Write its first character first.</source>
        <translation>Het bereik “{range}” van de grammatica (regel {line}, kolom {column}) loopt achteruit. Zet het eerste teken vooraan.</translation>
    </message>
    <message>
        <source>No character fits “{near}” of the grammar (line {line}, column {column}). Name one that does.</source>
        <translation>Geen enkel teken past bij “{near}” in de grammatica (regel {line}, kolom {column}). Noem er een dat wel past.</translation>
    </message>
    <message>
        <source>The grammar says twice what “{name}” is: in line {first} and in line {second}. Take one out, or put “|” between the two in one rule.</source>
        <translation>De grammatica zegt twee keer wat “{name}” is: in regel {first} en in regel {second}. Haal er een weg, of zet ze samen achter één naam, met “|” ertussen.</translation>
    </message>
    <message>
        <source>The grammar has no rule named “root”, with which it begins.</source>
        <translation>De grammatica heeft geen regel met de naam “root”, waarmee ze begint.</translation>
    </message>
    <message>
        <source>The grammar names a rule “{name}” and does not say what it is.</source>
        <translation>De grammatica noemt een regel “{name}” en zegt niet wat die is.</translation>
    </message>
    <message>
        <source>The rule “{name}” of the grammar begins with itself, so it never comes to a character. Let a character come first.</source>
        <translation>De regel “{name}” van de grammatica begint met zichzelf, en komt dus nooit bij een teken. Zet er eerst een teken voor.</translation>
    </message>
    <message>
        <source>The grammar or schema is too large once its repetitions are written out. Ask for fewer of them.</source>
        <translation>De grammatica of het schema is te groot als de herhalingen erin worden uitgeschreven. Vraag er minder van.</translation>
    </message>
    <message>
        <source>The grammar or schema is nested more than {most} deep. Give inner parts names of their own.</source>
        <translation>De grammatica of het schema is meer dan {most} niveaus diep genest. Geef delen binnenin een eigen naam.</translation>
    </message>
    <message>
        <source>The grammar or schema can be read in too many ways at once, so it cannot be followed. Make it more definite.</source>
        <translation>De grammatica of het schema is op te veel manieren tegelijk te lezen en daarom niet te volgen. Maak het eenduidiger.</translation>
    </message>
    <message>
        <source>The grammar or schema allows no reply at all.</source>
        <translation>De grammatica of het schema laat geen enkel antwoord toe.</translation>
    </message>
    <message>
        <source>What the reply says already does not keep to the grammar or schema, so it cannot go on in it.</source>
        <translation>Wat het antwoord al zegt, houdt zich niet aan de grammatica of het schema; het kan er dus niet mee verder.</translation>
    </message>
    <message>
        <source>The reply cannot go on: the model has no token for what the grammar or schema asks for next.</source>
        <translation>Het antwoord kan niet verder: het model heeft geen token voor wat de grammatica of het schema nu vraagt.</translation>
    </message>
    <message>
        <source>The reply ends before its form does: {tokens} tokens are as many as --max-tokens allows. Allow more.</source>
        <translation>Het antwoord houdt op voordat de vorm compleet is: --max-tokens laat niet meer dan {tokens} tokens toe. Sta er meer toe.</translation>
    </message>
    <message>
        <source>The reply ends before its form does: the context of {capacity} tokens is full. Give it more with --context.</source>
        <translation>Het antwoord houdt op voordat de vorm compleet is: de context van {capacity} tokens is vol. Maak die groter met --context.</translation>
    </message>
    <message>
        <source>The reply ends before its form does: it came to a text that --stop names. Leave that text out.</source>
        <translation>Het antwoord houdt op voordat de vorm compleet is: er kwam een tekst die --stop noemt. Laat die tekst weg.</translation>
    </message>
    <message>
        <source>The JSON schema is not valid JSON (line {line}, column {column}).</source>
        <translation>Het JSON-schema is geen geldige JSON (regel {line}, kolom {column}).</translation>
    </message>
    <message>
        <source>At {where} a JSON schema has to stand: an object, true, or false.</source>
        <translation>Bij {where} moet een JSON-schema staan: een object, true of false.</translation>
    </message>
    <message>
        <source>The JSON schema asks for “{keyword}” at {where}, which a reply cannot be kept to. Leave it out.</source>
        <translation>Het JSON-schema vraagt bij {where} om “{keyword}”, en daar is een antwoord niet aan te houden. Laat het weg.</translation>
    </message>
    <message>
        <source>The JSON schema asks for “{keyword}” beside “{other}” at {where}. A reply can be kept to one of them: leave one out.</source>
        <translation>Het JSON-schema vraagt bij {where} om “{keyword}” naast “{other}”. Een antwoord is aan één van de twee te houden: laat er een weg.</translation>
    </message>
    <message>
        <source>At {where} the JSON schema puts two parts together that both say “{keyword}”, and differently. Leave it in one of them.</source>
        <translation>Bij {where} voegt het JSON-schema twee delen samen die allebei “{keyword}” zeggen, en elk iets anders. Laat het in een van de twee staan.</translation>
    </message>
    <message>
        <source>The JSON schema&apos;s “{keyword}” at {where} has to be a whole number for replies to be kept to it.</source>
        <translation>Het “{keyword}” van het JSON-schema bij {where} moet een geheel getal zijn om antwoorden eraan te kunnen houden.</translation>
    </message>
    <message>
        <source>The JSON schema&apos;s “{keyword}” at {where} has to be {wanted}.</source>
        <translation>Bij {where} zegt het JSON-schema “{keyword}”, en dat moet zijn: {wanted}.</translation>
    </message>
    <message>
        <source>a whole number that is not negative</source>
        <translation>een geheel getal dat niet negatief is</translation>
    </message>
    <message>
        <source>a list of names</source>
        <translation>een lijst van namen</translation>
    </message>
    <message>
        <source>a number of at most 15 digits</source>
        <translation>een getal van hoogstens 15 cijfers</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>een object</translation>
    </message>
    <message>
        <source>a schema</source>
        <translation>een schema</translation>
    </message>
    <message>
        <source>a list of schemas that is not empty</source>
        <translation>een lijst van schema’s die niet leeg is</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>een tekst</translation>
    </message>
    <message>
        <source>one of object, array, string, number, integer, boolean and null, or a list of these</source>
        <translation>object, array, string, number, integer, boolean of null, of een lijst daarvan</translation>
    </message>
    <message>
        <source>a list of values</source>
        <translation>een lijst van waarden</translation>
    </message>
    <message>
        <source>The JSON schema requires the key “{name}” at {where} and allows no such key there. Name it in “properties”, or leave it out of “required”.</source>
        <translation>Het JSON-schema eist bij {where} de sleutel “{name}” en staat die daar niet toe. Noem hem in “properties”, of laat hem weg uit “required”.</translation>
    </message>
    <message>
        <source>The JSON schema refers to “{reference}” at {where}, which is not in it. Only its own parts can be used.</source>
        <translation>Het JSON-schema verwijst bij {where} naar “{reference}”, en dat staat er niet in. Alleen delen van het schema zelf zijn te gebruiken.</translation>
    </message>
    <message>
        <source>No value can fit the JSON schema at {where}: {why}.</source>
        <translation>Geen enkele waarde kan bij {where} aan het JSON-schema voldoen: {why}.</translation>
    </message>
    <message>
        <source>it is “false”, which allows nothing</source>
        <translation>het is “false”, en dat staat niets toe</translation>
    </message>
    <message>
        <source>nothing lies between its bounds</source>
        <translation>er ligt niets tussen de grenzen</translation>
    </message>
    <message>
        <source>its parts ask for different types</source>
        <translation>de delen ervan vragen om verschillende typen</translation>
    </message>
    <message>
        <source>none of the values that it lists is allowed</source>
        <translation>geen van de waarden die het opsomt, is toegestaan</translation>
    </message>
    <message>
        <source>Replies cannot be kept to the pattern “{pattern}” of the JSON schema at {where}: {why}.</source>
        <translation>Antwoorden zijn niet te houden aan het patroon “{pattern}” van het JSON-schema bij {where}: {why}.</translation>
    </message>
    <message>
        <source>“^” and “$” can only stand at its beginning and its end</source>
        <translation>“^” en “$” kunnen alleen aan het begin en aan het eind staan</translation>
    </message>
    <message>
        <source>“^” and “$” belong to one side of “|” only; put “(?:” and “)” around all of it</source>
        <translation>“^” en “$” horen bij maar één kant van “|”; zet “(?:” en “)” om het geheel</translation>
    </message>
    <message>
        <source>it breaks off</source>
        <translation>het breekt af</translation>
    </message>
    <message>
        <source>“{near}” is not known here</source>
        <translation>“{near}” is hier niet bekend</translation>
    </message>
    <message>
        <source>of the groups that begin with “(?” only “(?:” is known, so there is no looking ahead or back</source>
        <translation>van de groepen die met “(?” beginnen, is alleen “(?:” bekend; vooruit- of terugkijken kan dus niet</translation>
    </message>
    <message>
        <source>“{near}” belongs to no other bracket</source>
        <translation>bij “{near}” hoort geen ander haakje</translation>
    </message>
    <message>
        <source>no character fits one of its places</source>
        <translation>op een van de plaatsen past geen enkel teken</translation>
    </message>
    <message>
        <source>the range “{near}” runs backwards, or is none</source>
        <translation>het bereik “{near}” loopt achteruit, of is er geen</translation>
    </message>
    <message>
        <source>“{near}” is no repetition that can be followed</source>
        <translation>“{near}” is geen herhaling die te volgen is</translation>
    </message>
    <message>
        <source>its groups are nested more than {most} deep</source>
        <translation>de groepen zijn meer dan {most} niveaus diep genest</translation>
    </message>
    <message>
        <source>This file has no chat template, so the conversation is written in ChatML. A model that was not trained on it may answer oddly.</source>
        <translation>Dit bestand heeft geen chatsjabloon, dus het gesprek wordt in ChatML geschreven. Een model dat daar niet op getraind is, antwoordt misschien vreemd.</translation>
    </message>
    <message>
        <source>The chat template in the model&apos;s file could not be used: {cause}</source>
        <translation>Het chatsjabloon in het modelbestand was niet te gebruiken: {cause}</translation>
    </message>
    <message>
        <source>The chat template in the model&apos;s file was stopped after {seconds} s. The file may be damaged or hostile.</source>
        <translation>Het chatsjabloon in het modelbestand is na {seconds} s stopgezet. Misschien is het bestand beschadigd of kwaadaardig.</translation>
    </message>
    <message>
        <source>The chat template in the model&apos;s file wants too much memory. The file may be damaged or hostile.</source>
        <translation>Het chatsjabloon in het modelbestand vraagt te veel geheugen. Misschien is het bestand beschadigd of kwaadaardig.</translation>
    </message>
    <message>
        <source>The process that writes out the chat template died. Send the message again; if that does not help, the model&apos;s file may be damaged.</source>
        <translation>Het proces dat het chatsjabloon uitschrijft, is gestopt. Verzend het bericht opnieuw; helpt dat niet, dan is het modelbestand misschien beschadigd.</translation>
    </message>
    <message>
        <source>There is no file “{path}”.</source>
        <translation>Er is geen bestand “{path}”.</translation>
    </message>
    <message>
        <source>“{file}” is a folder; choose an exported file in it.</source>
        <translation>“{file}” is een map; kies een geëxporteerd bestand erin.</translation>
    </message>
    <message>
        <source>“{file}” is empty; export it again.</source>
        <translation>“{file}” is leeg; exporteer het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” holds more than the {most_mib} MiB of conversations that Galley imports at once.</source>
        <translation>“{file}” bevat meer dan de {most_mib} MiB aan gesprekken die Galley in één keer importeert.</translation>
    </message>
    <message>
        <source>“{file}” is protected by a password; unpack it first.</source>
        <translation>“{file}” is beveiligd met een wachtwoord; pak het eerst uit.</translation>
    </message>
    <message>
        <source>“{file}” is a damaged ZIP file; export it again.</source>
        <translation>“{file}” is een beschadigd ZIP-bestand; exporteer het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” is cut short before its first conversation ends; export it again.</source>
        <translation>“{file}” breekt af voordat het eerste gesprek erin eindigt; exporteer het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” is damaged: it is not valid JSON. Export it again.</source>
        <translation>“{file}” is beschadigd: het is geen geldige JSON. Exporteer het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” holds no conversations that Galley can import. It takes what Galley, ChatGPT (the ZIP file of its data export, or conversations.json), Open WebUI and LM Studio export.</source>
        <translation>“{file}” bevat geen gesprekken die Galley kan importeren. Het kan overweg met exports van Galley, ChatGPT (het ZIP-bestand van de gegevensexport, of conversations.json), Open WebUI en LM Studio.</translation>
    </message>
    <message>
        <source>This file is version {version} of Galley&apos;s format, and this Galley knows version {known}: import it with a newer Galley.</source>
        <translation>Dit bestand is versie {version} van het formaat van Galley, en deze Galley kent versie {known}: importeer het met een nieuwere Galley.</translation>
    </message>
    <message>
        <source>The import was stopped; nothing was imported.</source>
        <translation>Het importeren is gestopt; er is niets geïmporteerd.</translation>
    </message>
    <message>
        <source>The import was stopped; what had come in by then stays.</source>
        <translation>Het importeren is gestopt; wat toen al binnen was, blijft.</translation>
    </message>
    <message>
        <source>One conversation was brought in.</source>
        <translation>Er is één gesprek binnengehaald.</translation>
    </message>
    <message>
        <source>{number} conversations were brought in.</source>
        <translation>Er zijn {number} gesprekken binnengehaald.</translation>
    </message>
    <message>
        <source>No conversation was brought in.</source>
        <translation>Er is geen gesprek binnengehaald.</translation>
    </message>
    <message>
        <source>One was there already.</source>
        <translation>Eén was er al.</translation>
    </message>
    <message>
        <source>{number} were there already.</source>
        <translation>{number} waren er al.</translation>
    </message>
    <message>
        <source>One part of the file could not be brought in.</source>
        <translation>Eén deel van het bestand kon niet worden binnengehaald.</translation>
    </message>
    <message>
        <source>{number} parts of the file could not be brought in.</source>
        <translation>{number} delen van het bestand konden niet worden binnengehaald.</translation>
    </message>
    <message>
        <source>One came in, but not with everything in it.</source>
        <translation>Eén kwam binnen, maar niet met alles erin.</translation>
    </message>
    <message>
        <source>{number} came in, but not with everything in them.</source>
        <translation>{number} kwamen binnen, maar niet met alles erin.</translation>
    </message>
    <message>
        <source>Not brought in:</source>
        <translation>Niet binnengehaald:</translation>
    </message>
    <message>
        <source>Brought in, but not with everything:</source>
        <translation>Binnengehaald, maar niet met alles erin:</translation>
    </message>
    <message>
        <source>This is no conversation that Galley knows the form of.</source>
        <translation>Dit is geen gesprek in een vorm die Galley kent.</translation>
    </message>
    <message>
        <source>Nobody says anything in this conversation.</source>
        <translation>In dit gesprek zegt niemand iets.</translation>
    </message>
    <message>
        <source>This conversation is damaged: what it says under “{place}” cannot be.</source>
        <translation>Dit gesprek is beschadigd: wat er onder “{place}” staat, kan niet.</translation>
    </message>
    <message>
        <source>This conversation is damaged: it is not valid JSON.</source>
        <translation>Dit gesprek is beschadigd: het is geen geldige JSON.</translation>
    </message>
    <message>
        <source>This conversation is damaged: its text is not valid UTF-8.</source>
        <translation>Dit gesprek is beschadigd: de tekst ervan is geen geldige UTF-8.</translation>
    </message>
    <message>
        <source>“{name}” is there twice, with one name for two things.</source>
        <translation>“{name}” staat er twee keer in: één naam voor twee dingen.</translation>
    </message>
    <message>
        <source>Two messages of this conversation have the id “{id}”.</source>
        <translation>Twee berichten van dit gesprek hebben dezelfde id: “{id}”.</translation>
    </message>
    <message>
        <source>The message “{id}” answers one that is not in this conversation.</source>
        <translation>Het bericht “{id}” antwoordt op een bericht dat niet in dit gesprek staat.</translation>
    </message>
    <message>
        <source>The messages of this conversation answer each other in a circle.</source>
        <translation>De berichten van dit gesprek antwoorden elkaar in een kring.</translation>
    </message>
    <message>
        <source>This conversation is nested more than {most} levels deep, which no program writes.</source>
        <translation>Dit gesprek is meer dan {most} niveaus diep genest, en dat schrijft geen enkel programma.</translation>
    </message>
    <message>
        <source>This conversation takes more than the {most_mib} MiB that Galley reads of one.</source>
        <translation>Dit gesprek is groter dan de {most_mib} MiB die Galley van één gesprek leest.</translation>
    </message>
    <message>
        <source>This conversation consists of more than the {most} values that Galley reads of one.</source>
        <translation>Dit gesprek bestaat uit meer dan de {most} waarden die Galley van één gesprek leest.</translation>
    </message>
    <message>
        <source>The file is cut short: what comes after these conversations is lost. Export it again.</source>
        <translation>Het bestand breekt af: wat na deze gesprekken komt, is verloren. Exporteer het opnieuw.</translation>
    </message>
    <message>
        <source>Behind these conversations the file goes on with something that was not read.</source>
        <translation>Na deze gesprekken gaat het bestand verder met iets wat niet gelezen is.</translation>
    </message>
    <message>
        <source>The file holds more than the {most} conversations that Galley imports at once; the rest is left.</source>
        <translation>Het bestand bevat meer dan de {most} gesprekken die Galley in één keer importeert; de rest is niet meegenomen.</translation>
    </message>
    <message>
        <source>Places between the conversations that hold something else: {count}.</source>
        <translation>Plaatsen tussen de gesprekken waar iets anders staat: {count}.</translation>
    </message>
    <message>
        <source>This file inside the ZIP file is damaged.</source>
        <translation>Dit bestand in het ZIP-bestand is beschadigd.</translation>
    </message>
    <message>
        <source>Pictures left out: {count}.</source>
        <translation>Weggelaten afbeeldingen: {count}.</translation>
    </message>
    <message>
        <source>Sound recordings left out: {count}.</source>
        <translation>Weggelaten geluidsopnamen: {count}.</translation>
    </message>
    <message>
        <source>Videos left out: {count}.</source>
        <translation>Weggelaten video’s: {count}.</translation>
    </message>
    <message>
        <source>Files left out: {count}.</source>
        <translation>Weggelaten bestanden: {count}.</translation>
    </message>
    <message>
        <source>Calls of tools left out: {count}.</source>
        <translation>Weggelaten toolaanroepen: {count}.</translation>
    </message>
    <message>
        <source>One conversation was written to “{path}”.</source>
        <translation>Eén gesprek is naar “{path}” geschreven.</translation>
    </message>
    <message>
        <source>{number} conversations were written to “{path}”.</source>
        <translation>{number} gesprekken zijn naar “{path}” geschreven.</translation>
    </message>
    <message>
        <source>One is damaged and is not in the file: “{title}”.</source>
        <translation>Eén is beschadigd en staat niet in het bestand: “{title}”.</translation>
    </message>
    <message>
        <source>{number} are damaged and are not in the file.</source>
        <translation>{number} zijn beschadigd en staan niet in het bestand.</translation>
    </message>
    <message>
        <source>Not in the file:</source>
        <translation>Niet in het bestand:</translation>
    </message>
    <message>
        <source>There is no conversation to export yet; no file was written.</source>
        <translation>Er is nog geen gesprek om te exporteren; er is geen bestand geschreven.</translation>
    </message>
    <message>
        <source>The export was stopped; nothing was written.</source>
        <translation>Het exporteren is gestopt; er is niets geschreven.</translation>
    </message>
    <message>
        <source>“{path}” cannot be written: {cause}.</source>
        <translation>“{path}” kan niet worden geschreven: {cause}.</translation>
    </message>
    <message>
        <source>“{path}” is a folder; choose a name for a file.</source>
        <translation>“{path}” is een map; kies een naam voor een bestand.</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gesprek</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Gebruiker</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systeemprompt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestopt</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>onderbroken</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>mislukt</translation>
    </message>
    <message>
        <source>There is a folder “{name}” already; this one keeps its name. Choose another one.</source>
        <translation>Er is al een map “{name}”; de naam is niet veranderd. Kies een andere.</translation>
    </message>
    <message>
        <source>There is no NVIDIA driver on this machine.</source>
        <translation>Op deze machine is geen NVIDIA-stuurprogramma.</translation>
    </message>
    <message>
        <source>The NVIDIA driver finds no GPU.</source>
        <translation>Het NVIDIA-stuurprogramma vindt geen GPU.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is installed but does not run.</source>
        <translation>Het NVIDIA-stuurprogramma is geïnstalleerd maar draait niet.</translation>
    </message>
    <message>
        <source>You are not allowed to use the NVIDIA driver. The administrator can give you access to /dev/nvidiactl and /dev/nvidia0, often through the group “video” or “render”.</source>
        <translation>Je mag het NVIDIA-stuurprogramma niet gebruiken. De beheerder kan je toegang geven tot /dev/nvidiactl en /dev/nvidia0, vaak via de groep “video” of “render”.</translation>
    </message>
    <message>
        <source>The NVIDIA driver was updated while it ran; restart the machine to read the GPU again.</source>
        <translation>Het NVIDIA-stuurprogramma is bijgewerkt terwijl het draaide; herstart de machine om de GPU weer uit te lezen.</translation>
    </message>
    <message>
        <source>The NVIDIA driver does not start: {cause}.</source>
        <translation>Het NVIDIA-stuurprogramma start niet: {cause}.</translation>
    </message>
    <message>
        <source>The NVIDIA driver has stopped answering. Galley tries again by itself.</source>
        <translation>Het NVIDIA-stuurprogramma antwoordt niet meer. Galley probeert het vanzelf opnieuw.</translation>
    </message>
    <message>
        <source>{name} is no longer there.</source>
        <translation>{name} is er niet meer.</translation>
    </message>
    <message>
        <source>You are not allowed to read {name}. The administrator can give you access to its /dev/nvidia file.</source>
        <translation>Je mag {name} niet uitlezen. De beheerder kan je toegang geven tot het bijbehorende bestand /dev/nvidia.</translation>
    </message>
    <message>
        <source>{name} does not answer: {cause}.</source>
        <translation>{name} antwoordt niet: {cause}.</translation>
    </message>
    <message>
        <source>You are not allowed to see which programs hold its memory; the administrator can.</source>
        <translation>Je mag niet zien welke programma’s het geheugen ervan gebruiken; de beheerder mag dat wel.</translation>
    </message>
    <message>
        <source>Its driver does not tell which programs hold its memory.</source>
        <translation>Het stuurprogramma zegt niet welke programma’s het geheugen ervan gebruiken.</translation>
    </message>
    <message>
        <source>This system offers no energy counter of the processor.</source>
        <translation>Dit systeem biedt geen energieteller van de processor.</translation>
    </message>
    <message>
        <source>The processor&apos;s energy counter is for the administrator only, because its readings can betray what other programs compute. On a machine that is yours alone, “sudo chmod a+r {path}” opens it until the next start.</source>
        <translation>De energieteller van de processor is alleen voor de beheerder, omdat de standen kunnen verraden wat andere programma’s uitrekenen. Op een machine die alleen van jou is, opent “sudo chmod a+r {path}” de teller tot de volgende start.</translation>
    </message>
    <message>
        <source>There is nothing to read in it.</source>
        <translation>Er staat niets in om te lezen.</translation>
    </message>
    <message>
        <source>That is more than {most} KiB, and no command line or Modelfile is that long.</source>
        <translation>Dat is meer dan {most} KiB, en zo lang is geen opdrachtregel of Modelfile.</translation>
    </message>
    <message>
        <source>That is no text. Give a command line or a Modelfile, not the model itself.</source>
        <translation>Dat is geen tekst. Geef een opdrachtregel of een Modelfile, niet het model zelf.</translation>
    </message>
    <message>
        <source>That is no command line of llama.cpp or vLLM and no Modelfile of Ollama’s.</source>
        <translation>Dat is geen opdrachtregel van llama.cpp of vLLM en geen Modelfile van Ollama.</translation>
    </message>
    <message>
        <source>“{path}” cannot be read: {cause}.</source>
        <translation>“{path}” kan niet worden gelezen: {cause}.</translation>
    </message>
    <message>
        <source>There is no model to write settings for. Name one with --target, or open one in the window first.</source>
        <translation>Er is geen model om instellingen voor te schrijven. Noem er een met --target, of open er eerst een in het venster.</translation>
    </message>
    <message>
        <source>A Modelfile cannot hold the name “{path}”. Rename the file, or its folder.</source>
        <translation>De naam “{path}” past niet in een Modelfile. Hernoem het bestand, of de map waarin het staat.</translation>
    </message>
    <message>
        <source>“{value}” is not a whole number.</source>
        <translation>“{value}” is geen geheel getal.</translation>
    </message>
    <message>
        <source>“{value}” is not a number.</source>
        <translation>“{value}” is geen getal.</translation>
    </message>
    <message>
        <source>{value} is not between {least} and {most}.</source>
        <translation>{value} ligt niet tussen {least} en {most}.</translation>
    </message>
    <message>
        <source>“{value}” is neither on nor off.</source>
        <translation>“{value}” is niet aan en niet uit.</translation>
    </message>
    <message>
        <source>“{value}” is none of: {allowed}.</source>
        <translation>“{value}” komt niet voor in: {allowed}.</translation>
    </message>
    <message>
        <source>“{value}” does not look like a token and a bias, as 15043-1.5.</source>
        <translation>“{value}” lijkt niet op een token met een bias, zoals 15043-1.5.</translation>
    </message>
    <message>
        <source>It is not a JSON object. Were its quotes lost in a shell?</source>
        <translation>Het is geen JSON-object. Zijn de aanhalingstekens in een shell verloren gegaan?</translation>
    </message>
    <message>
        <source>It names no file.</source>
        <translation>Er wordt geen bestand genoemd.</translation>
    </message>
    <message>
        <source>The text has more than {most} characters.</source>
        <translation>De tekst heeft meer dan {most} tekens.</translation>
    </message>
    <message>
        <source>An empty text would end every reply before it begins.</source>
        <translation>Een lege tekst zou elk antwoord beëindigen voordat het begint.</translation>
    </message>
    <message>
        <source>There are {most} of them already.</source>
        <translation>Er zijn er al {most}.</translation>
    </message>
    <message>
        <source>Its value is missing.</source>
        <translation>De waarde ontbreekt.</translation>
    </message>
    <message>
        <source>Its quotation mark is never closed.</source>
        <translation>Het aanhalingsteken wordt nergens gesloten.</translation>
    </message>
    <message>
        <source>Only the shell that runs it knows what {value} is. Put the value in its place.</source>
        <translation>Alleen de shell die dit uitvoert, weet wat {value} is. Zet de waarde ervoor in de plaats.</translation>
    </message>
    <message>
        <source>The file “{path}” cannot be read here.</source>
        <translation>Het bestand “{path}” kan hier niet worden gelezen.</translation>
    </message>
    <message>
        <source>{option} comes later and says otherwise; the last one holds.</source>
        <translation>{option} staat verderop en zegt iets anders; het laatste geldt.</translation>
    </message>
    <message>
        <source>At least {least} and at most {most} tokens a round: nothing would ever be drafted.</source>
        <translation>Minstens {least} en hoogstens {most} tokens per ronde: dan wordt er nooit iets voorgesteld.</translation>
    </message>
    <message>
        <source>The window has no such setting; “galley generate” has one.</source>
        <translation>Het venster heeft zo’n instelling niet; “galley generate” wel.</translation>
    </message>
    <message>
        <source>There is no such file on this machine, and no model of that name.</source>
        <translation>Zo’n bestand is er niet op deze machine, en ook geen model met die naam.</translation>
    </message>
    <message>
        <source>It is meant for the target, which is not here.</source>
        <translation>Het is bedoeld voor het doelmodel, en dat is hier niet.</translation>
    </message>
    <message>
        <source>The window’s settings do not go that far; what was set there stays.</source>
        <translation>Zo ver gaan de instellingen van het venster niet; wat daar ingesteld was, blijft.</translation>
    </message>
    <message>
        <source>Galley does not know this option.</source>
        <translation>Galley kent deze optie niet.</translation>
    </message>
    <message>
        <source>It belongs to no option.</source>
        <translation>Het hoort bij geen enkele optie.</translation>
    </message>
    <message>
        <source>Another command in the same text; only one was read.</source>
        <translation>Nog een opdracht in dezelfde tekst; er is er maar één gelezen.</translation>
    </message>
    <message>
        <source>It was followed in reading the texts to stop at.</source>
        <translation>Het is gebruikt om de stopteksten te lezen.</translation>
    </message>
    <message>
        <source>Galley does this anyway.</source>
        <translation>Galley doet dit sowieso.</translation>
    </message>
    <message>
        <source>Galley has nothing like it.</source>
        <translation>Galley heeft niets wat daarop lijkt.</translation>
    </message>
    <message>
        <source>Target and draft have the same context here.</source>
        <translation>Doelmodel en draftmodel hebben hier dezelfde context.</translation>
    </message>
    <message>
        <source>One number of threads holds for everything here.</source>
        <translation>Eén aantal threads geldt hier voor alles.</translation>
    </message>
    <message>
        <source>Galley writes one reply at a time, which has the whole context to itself.</source>
        <translation>Galley schrijft één antwoord tegelijk, en dat heeft de hele context voor zich.</translation>
    </message>
    <message>
        <source>Galley chooses the size of its batches itself.</source>
        <translation>Galley kiest zelf hoe groot de batches zijn.</translation>
    </message>
    <message>
        <source>What is said to the model is no setting; type it in the chat.</source>
        <translation>Wat je tegen het model zegt, is geen instelling; typ het in de chat.</translation>
    </message>
    <message>
        <source>Galley uses the chat template in the model’s file.</source>
        <translation>Galley gebruikt het chatsjabloon uit het modelbestand.</translation>
    </message>
    <message>
        <source>Galley has no such sampler.</source>
        <translation>Galley heeft zo’n sampler niet.</translation>
    </message>
    <message>
        <source>It names no sampler that is known.</source>
        <translation>Er wordt geen bekende sampler genoemd.</translation>
    </message>
    <message>
        <source>Galley has no such samplers: {names}.</source>
        <translation>Galley heeft deze samplers niet: {names}.</translation>
    </message>
    <message>
        <source>Galley’s samplers have a fixed order: penalties, DRY, top-k, top-p, min-p, temperature. Those not named are off, but for those with an option of their own.</source>
        <translation>De samplers van Galley hebben een vaste volgorde: straffen, DRY, top-k, top-p, min-p, temperatuur. Wat niet genoemd is, staat uit, tenzij er een eigen optie voor gegeven is.</translation>
    </message>
    <message>
        <source>Galley’s chat does not hold replies to a grammar.</source>
        <translation>De chat van Galley houdt antwoorden niet aan een grammatica.</translation>
    </message>
    <message>
        <source>Galley’s lookup finds the longest match there is and needs no lengths.</source>
        <translation>De lookup van Galley vindt de langste overeenkomst die er is en heeft geen lengtes nodig.</translation>
    </message>
    <message>
        <source>Galley drafts in its own way; see its settings for speculation.</source>
        <translation>Galley doet voorstellen op zijn eigen manier; zie de instellingen voor speculatie.</translation>
    </message>
    <message>
        <source>How drafts are checked is a setting of Galley’s own, and never changes what the target would say.</source>
        <translation>Hoe voorstellen gecontroleerd worden, is een eigen instelling van Galley, en verandert nooit wat het doelmodel zou zeggen.</translation>
    </message>
    <message>
        <source>Galley does not draft with trained heads (MTP, EAGLE, Medusa and the like).</source>
        <translation>Galley doet geen voorstellen met getrainde koppen (MTP, EAGLE, Medusa en dergelijke).</translation>
    </message>
    <message>
        <source>Galley does not know this way of drafting.</source>
        <translation>Galley kent deze manier van voorstellen niet.</translation>
    </message>
    <message>
        <source>Galley places layers by number and device only.</source>
        <translation>Galley plaatst lagen alleen naar aantal en apparaat.</translation>
    </message>
    <message>
        <source>Galley leaves the choice of processor cores to the system.</source>
        <translation>Galley laat de keuze van processorkernen aan het systeem over.</translation>
    </message>
    <message>
        <source>Galley takes this from the model’s file.</source>
        <translation>Galley haalt dit uit het modelbestand.</translation>
    </message>
    <message>
        <source>The GGUF file decides this.</source>
        <translation>Dit wordt door het GGUF-bestand bepaald.</translation>
    </message>
    <message>
        <source>Galley’s cache has other number formats. The nearest is q8_0; choose it in the settings.</source>
        <translation>De cache van Galley kent andere getalformaten. q8_0 komt het dichtst in de buurt; kies dat in de instellingen.</translation>
    </message>
    <message>
        <source>Galley uses no adapters; merge it into the model’s file.</source>
        <translation>Galley gebruikt geen adapters; voeg de adapter samen met het modelbestand.</translation>
    </message>
    <message>
        <source>Galley reads and writes text only.</source>
        <translation>Galley leest en schrijft alleen tekst.</translation>
    </message>
    <message>
        <source>It concerns that program’s server, not the model.</source>
        <translation>Het gaat over de server van dat programma, niet over het model.</translation>
    </message>
    <message>
        <source>Keys are not taken over, and this one is not shown.</source>
        <translation>Sleutels worden niet overgenomen, en deze wordt niet getoond.</translation>
    </message>
    <message>
        <source>It concerns that program’s messages.</source>
        <translation>Het gaat over de meldingen van dat programma.</translation>
    </message>
    <message>
        <source>Galley plans memory from the context and the layers.</source>
        <translation>Galley plant het geheugen op grond van de context en de lagen.</translation>
    </message>
    <message>
        <source>It names a download, and Galley downloads nothing. Get the GGUF file and open it.</source>
        <translation>Dit is een download, en Galley downloadt niets. Haal het GGUF-bestand op en open het.</translation>
    </message>
    <message>
        <source>It is no GGUF file, and Galley opens no others.</source>
        <translation>Het is geen GGUF-bestand, en andere opent Galley niet.</translation>
    </message>
    <message>
        <source>Ollama’s folder on this machine has no “{name}”. Fetch it with Ollama, or name a GGUF file.</source>
        <translation>In de map van Ollama op deze machine staat geen “{name}”. Haal het model op met Ollama, of noem een GGUF-bestand.</translation>
    </message>
    <message>
        <source>Nothing in it is a setting of Galley’s.</source>
        <translation>Niets hierin is een instelling van Galley.</translation>
    </message>
    <message>
        <source>Not taken:</source>
        <translation>Niet overgenomen:</translation>
    </message>
    <message>
        <source>{program} has no option for: {settings}</source>
        <translation>{program} heeft geen optie voor: {settings}</translation>
    </message>
    <message>
        <source>{program} has no word for what stands in the first line, where Galley finds it again: {settings}</source>
        <translation>{program} heeft geen woord voor wat in de eerste regel staat, waar Galley het terugvindt: {settings}</translation>
    </message>
    <message>
        <source>llama.cpp’s server takes the system prompt from each request, so it is not in the command.</source>
        <translation>De server van llama.cpp krijgt de systeemprompt bij elke aanvraag, dus die staat niet in de opdracht.</translation>
    </message>
    <message>
        <source>Builds of llama.cpp from before 2026 do not find out how many layers fit on the GPU. Give --gpu-layers for that.</source>
        <translation>Versies van llama.cpp van vóór 2026 zoeken niet uit hoeveel lagen op de GPU passen. Geef daarvoor --gpu-layers.</translation>
    </message>
    <message>
        <source>Older servers of llama.cpp have no lookup drafting.</source>
        <translation>Oudere servers van llama.cpp kunnen geen voorstellen met lookup doen.</translation>
    </message>
    <message>
        <source>The draft model is left out, because with these settings it would not be used.</source>
        <translation>Het draftmodel is weggelaten, omdat het met deze instellingen niet gebruikt zou worden.</translation>
    </message>
    <message>
        <source>Make a model of it with: ollama create NAME -f Modelfile</source>
        <translation>Maak er een model van met: ollama create NAAM -f Modelfile</translation>
    </message>
    <message>
        <source>A Modelfile cannot hold the text of {option}: quotation marks at the end of one of its lines would end it. Ollama will not know that text; write it without them. The first line keeps it for Galley.</source>
        <translation>De tekst van {option} past niet in een Modelfile: door aanhalingstekens aan het eind van een van de regels zou die daar ophouden. Ollama krijgt de tekst niet; schrijf hem zonder die tekens. In de eerste regel blijft hij voor Galley bewaard.</translation>
    </message>
    <message>
        <source>DRAFT is known to current versions of Ollama only; older ones refuse the file because of it.</source>
        <translation>DRAFT is alleen bekend bij de huidige versies van Ollama; oudere weigeren het bestand erom.</translation>
    </message>
    <message>
        <source>vLLM reads GGUF files through a plugin that is installed beside it, from one file a model, and wants --tokenizer with the name of the model that the file was made from.</source>
        <translation>vLLM leest GGUF-bestanden via een plug-in die je er los bij installeert, uit één bestand per model, en wil --tokenizer met de naam van het model waarvan het bestand gemaakt is.</translation>
    </message>
    <message>
        <source>{cause} The latest messages are in memory only; Galley goes on and saves them as soon as it can.</source>
        <translation>{cause} De laatste berichten staan alleen in het geheugen; Galley gaat door en slaat ze op zodra het kan.</translation>
    </message>
    <message>
        <source>Galley closed before the latest messages could be saved; changes lost: {number}. {cause}</source>
        <translation>Galley sloot voordat de laatste berichten opgeslagen konden worden; verloren wijzigingen: {number}. {cause}</translation>
    </message>
    <message>
        <source>The conversations are locked.</source>
        <translation>De gesprekken zijn vergrendeld.</translation>
    </message>
    <message>
        <source>Something went wrong inside Galley while it saved a conversation; what is on screen stays there.</source>
        <translation>Er ging iets mis in Galley bij het opslaan van een gesprek; wat op het scherm staat, blijft daar.</translation>
    </message>
    <message>
        <source>The key is gone, so nobody can read the conversations any more, but their files in “{path}” cannot be removed: {cause}.</source>
        <translation>De sleutel is weg, dus niemand kan de gesprekken nog lezen, maar de bestanden ervan in “{path}” kunnen niet worden verwijderd: {cause}.</translation>
    </message>
    <message>
        <source>The old conversations in “{path}” cannot be put aside: {cause}.</source>
        <translation>De oude gesprekken in “{path}” kunnen niet apart worden gezet: {cause}.</translation>
    </message>
    <message>
        <source>Galley is running already; its window has been brought to the front.</source>
        <translation>Galley draait al; het venster ervan is naar voren gehaald.</translation>
    </message>
    <message>
        <source>Galley is running already; its window has been brought to the front and loads the model.</source>
        <translation>Galley draait al; het venster ervan is naar voren gehaald en laadt het model.</translation>
    </message>
    <message>
        <source>No system keyring is running here that could keep the key to your conversations.</source>
        <translation>Er draait hier geen sleutelbos van het systeem die de sleutel tot je gesprekken kan bewaren.</translation>
    </message>
    <message>
        <source>The keyring “{name}” is set for Python programs here, and Galley does not know it as one that keeps secrets encrypted, so it is not used.</source>
        <translation>De sleutelbos “{name}” is hier voor Python-programma’s ingesteld, en Galley weet niet of die geheimen versleuteld bewaart; daarom wordt die niet gebruikt.</translation>
    </message>
    <message>
        <source>The system keyring has no password, so whatever it keeps lies readable on disk. It is not used.</source>
        <translation>De sleutelbos van het systeem heeft geen wachtwoord, dus alles wat erin ligt, staat leesbaar op schijf. Die wordt niet gebruikt.</translation>
    </message>
    <message>
        <source>The system keyring does not keep what it is given beyond this session. It is not used.</source>
        <translation>De sleutelbos van het systeem bewaart niets langer dan deze sessie. Die wordt niet gebruikt.</translation>
    </message>
    <message>
        <source>The system keyring is locked.</source>
        <translation>De sleutelbos van het systeem is vergrendeld.</translation>
    </message>
    <message>
        <source>The system keyring shows nothing of what it keeps. Open it, then try again.</source>
        <translation>De sleutelbos van het systeem laat niets zien van wat erin ligt. Open die en probeer het opnieuw.</translation>
    </message>
    <message>
        <source>The system keyring has not answered for {seconds} s. It may be waiting at a prompt of its own.</source>
        <translation>De sleutelbos van het systeem heeft al {seconds} s niet geantwoord. Misschien wacht die zelf op een antwoord in een eigen venster.</translation>
    </message>
    <message>
        <source>Galley no longer waits for the system keyring.</source>
        <translation>Galley wacht niet langer op de sleutelbos van het systeem.</translation>
    </message>
    <message>
        <source>The system keyring reports an error: {cause}</source>
        <translation>De sleutelbos van het systeem meldt een fout: {cause}</translation>
    </message>
    <message>
        <source>That is not the passphrase.</source>
        <translation>Dat is niet de wachtwoordzin.</translation>
    </message>
    <message>
        <source>The passphrase needs at least {least} characters.</source>
        <translation>De wachtwoordzin moet minstens {least} tekens hebben.</translation>
    </message>
    <message>
        <source>The passphrase may have at most {most} characters.</source>
        <translation>De wachtwoordzin mag hoogstens {most} tekens hebben.</translation>
    </message>
    <message>
        <source>The passphrase needs at least {least} different characters.</source>
        <translation>De wachtwoordzin moet minstens {least} verschillende tekens hebben.</translation>
    </message>
    <message>
        <source>Checking the passphrase takes {megabytes} MB of memory, and they are not free. Close something.</source>
        <translation>De wachtwoordzin controleren kost {megabytes} MB geheugen, en zoveel is er niet vrij. Sluit een ander programma.</translation>
    </message>
    <message>
        <source>The file “{path}”, which says how your conversations are opened, is damaged.</source>
        <translation>Het bestand “{path}”, waarin staat hoe je gesprekken opengaan, is beschadigd.</translation>
    </message>
    <message>
        <source>The file “{path}” was written by a newer Galley. Install that one, then open it again.</source>
        <translation>Het bestand “{path}” is geschreven door een nieuwere Galley. Installeer die, en open het dan opnieuw.</translation>
    </message>
    <message>
        <source>The file “{path}” cannot be written: {cause}.</source>
        <translation>Het bestand “{path}” kan niet worden geschreven: {cause}.</translation>
    </message>
    <message>
        <source>There are encrypted conversations here, but the file “key.json”, which says how they are opened, is gone.</source>
        <translation>Er zijn hier versleutelde gesprekken, maar het bestand “key.json”, waarin staat hoe ze opengaan, is weg.</translation>
    </message>
    <message>
        <source>The key to your conversations is no longer in the system keyring.</source>
        <translation>De sleutel tot je gesprekken ligt niet meer in de sleutelbos van het systeem.</translation>
    </message>
    <message>
        <source>What the system keyring keeps for Galley is not the key to these conversations.</source>
        <translation>Wat de sleutelbos van het systeem voor Galley bewaart, is niet de sleutel tot deze gesprekken.</translation>
    </message>
    <message>
        <source>There is a key already. Galley makes no second one over it.</source>
        <translation>Er is al een sleutel. Galley maakt er geen tweede overheen.</translation>
    </message>
    <message>
        <source>The key is kept in another way than was asked for. Start Galley again.</source>
        <translation>De sleutel wordt op een andere manier bewaard dan gevraagd is. Start Galley opnieuw.</translation>
    </message>
    <message>
        <source>The passphrase holds the key now, but the copy in the system keyring could not be removed yet. Galley tries again when it is next unlocked.</source>
        <translation>De sleutel zit nu achter de wachtwoordzin, maar de kopie in de sleutelbos van het systeem kon nog niet worden verwijderd. Galley probeert het opnieuw bij de volgende ontgrendeling.</translation>
    </message>
    <message>
        <source>There is not enough memory beside the loaded models: {wanted:.1f} GB of {memory} are needed and {free:.1f} GB are free. Load the models with a smaller context, or let the two sides run one after the other.</source>
        <translation>Naast de geladen modellen is er niet genoeg geheugen: er is {wanted:.1f} GB van {memory} nodig en {free:.1f} GB vrij. Laad de modellen met een kleinere context, of laat de twee kanten na elkaar lopen.</translation>
    </message>
    <message>
        <source>In {runs} runs “{winner}” wrote the very same text {factor:.2f} times as fast as “{loser}”.</source>
        <translation>In {runs} metingen schreef “{winner}” exact dezelfde tekst {factor:.2f} keer zo snel als “{loser}”.</translation>
    </message>
    <message>
        <source>In {runs} runs “{winner}” wrote {factor:.2f} times as fast as “{loser}”, but not the same text.</source>
        <translation>In {runs} metingen schreef “{winner}” {factor:.2f} keer zo snel als “{loser}”, maar niet dezelfde tekst.</translation>
    </message>
    <message>
        <source>In this one run “{winner}” wrote the very same text {factor:.2f} times as fast as “{loser}”.</source>
        <translation>In deze ene meting schreef “{winner}” exact dezelfde tekst {factor:.2f} keer zo snel als “{loser}”.</translation>
    </message>
    <message>
        <source>In this one run “{winner}” wrote {factor:.2f} times as fast as “{loser}”, but not the same text.</source>
        <translation>In deze ene meting schreef “{winner}” {factor:.2f} keer zo snel als “{loser}”, maar niet dezelfde tekst.</translation>
    </message>
    <message>
        <source>In this one run both wrote the very same text equally fast.</source>
        <translation>In deze ene meting schreven beide exact dezelfde tekst, even snel.</translation>
    </message>
    <message>
        <source>In this one run both wrote equally fast, but not the same text.</source>
        <translation>In deze ene meting schreven beide even snel, maar niet dezelfde tekst.</translation>
    </message>
    <message>
        <source>Both wrote the very same text, and {runs} runs show no difference in speed that could not be chance.</source>
        <translation>Beide schreven exact dezelfde tekst, en elk verschil in snelheid over {runs} metingen kan toeval zijn.</translation>
    </message>
    <message>
        <source>The two texts are not the same, and {runs} runs show no difference in speed that could not be chance.</source>
        <translation>De twee teksten zijn niet gelijk, en elk verschil in snelheid over {runs} metingen kan toeval zijn.</translation>
    </message>
    <message>
        <source>One of the two said nothing, so there is no speed to compare.</source>
        <translation>Een van de twee zei niets, dus er is geen snelheid om te vergelijken.</translation>
    </message>
    <message>
        <source>The two sides choose their words by different sampling settings, so different texts are expected.</source>
        <translation>De twee kanten kiezen hun woorden met verschillende samplinginstellingen, dus verschillende teksten zijn te verwachten.</translation>
    </message>
    <message>
        <source>Checking by rejection keeps how likely each text is, but draws other random numbers, so different texts are expected. Checking by “coupled” keeps the very text.</source>
        <translation>Controle met verwerping behoudt hoe waarschijnlijk elke tekst is, maar trekt andere toevalsgetallen, dus verschillende teksten zijn te verwachten. Gekoppelde controle (“coupled”) behoudt de tekst zelf.</translation>
    </message>
    <message>
        <source>The two sides keep the conversation in caches of different precision, so their figures differ a little. Here the target’s two likeliest tokens were {gap:.2f} apart.</source>
        <translation>De twee kanten bewaren het gesprek in caches van verschillende precisie, dus hun cijfers wijken iets af. Hier lagen de twee waarschijnlijkste tokens van het doelmodel {gap:.2f} uit elkaar.</translation>
    </message>
    <message>
        <source>The target’s two likeliest tokens were only {gap:.2f} apart there, a near tie: llama.cpp computes a token alone a little differently than several at once, which tipped the balance. Loading with “reproducible” rules that out.</source>
        <translation>De twee waarschijnlijkste tokens van het doelmodel lagen daar maar {gap:.2f} uit elkaar, bijna gelijk: llama.cpp rekent een token alleen iets anders uit dan meerdere tegelijk, en dat gaf de doorslag. Laden met “reproduceerbaar” sluit dat uit.</translation>
    </message>
    <message>
        <source>The draw between two tokens was decided by {margin:.2f} only there, a near tie (the two likeliest were {gap:.2f} apart): llama.cpp computes a token alone a little differently than several at once, which tipped the balance. Loading with “reproducible” rules that out.</source>
        <translation>De keuze tussen twee tokens werd daar met slechts {margin:.2f} beslist, bijna gelijk (de twee waarschijnlijkste lagen {gap:.2f} uit elkaar): llama.cpp rekent een token alleen iets anders uit dan meerdere tegelijk, en dat gaf de doorslag. Laden met “reproduceerbaar” sluit dat uit.</translation>
    </message>
    <message>
        <source>The choice was decided by {margin:.2f} there, which is more than rounding has ever been seen to tip. This should not happen: please report it, with both models’ names.</source>
        <translation>De keuze werd daar met {margin:.2f} beslist, en dat is meer dan afronding ooit heeft laten omslaan. Dit hoort niet te gebeuren: meld het, met de namen van beide modellen.</translation>
    </message>
    <message>
        <source>compare sets speculation against none, so --speculation off leaves nothing to compare</source>
        <translation>compare zet speculatie tegenover geen speculatie; met --speculation off valt er niets te vergelijken</translation>
    </message>
    <message>
        <source>run {run} of {runs}: {first} tokens without, {second} with speculation</source>
        <translation>meting {run} van {runs}: {first} tokens zonder, {second} met speculatie</translation>
    </message>
    <message>
        <source>Stopped before any run had ended on both sides.</source>
        <translation>Gestopt voordat een meting aan beide kanten klaar was.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>first token, s</source>
        <translation>eerste token, s</translation>
    </message>
    <message>
        <source>in all, s</source>
        <translation>in totaal, s</translation>
    </message>
    <message>
        <source>memory, MiB</source>
        <translation>geheugen, MiB</translation>
    </message>
    <message>
        <source>energy GPU, J</source>
        <translation>energie GPU, J</translation>
    </message>
    <message>
        <source>energy CPU, J</source>
        <translation>energie CPU, J</translation>
    </message>
    <message>
        <source>speed-up</source>
        <translation>versnelling</translation>
    </message>
    <message>
        <source>speed-up in all</source>
        <translation>versnelling in totaal</translation>
    </message>
    <message>
        <source>  {side}, from token {position}: {text}</source>
        <translation>  {side}, vanaf token {position}: {text}</translation>
    </message>
    <message>
        <source>speculation off</source>
        <translation>speculatie uit</translation>
    </message>
    <message>
        <source>speculation on</source>
        <translation>speculatie aan</translation>
    </message>
    <message>
        <source>off</source>
        <translation>uit</translation>
    </message>
    <message>
        <source>on</source>
        <translation>aan</translation>
    </message>
    <message>
        <source>Type a prompt first: there is nothing to reply to yet.</source>
        <translation>Typ eerst een prompt: er is nog niets om op te antwoorden.</translation>
    </message>
    <message>
        <source>The model is still being loaded. Start when it is ready.</source>
        <translation>Het model wordt nog geladen. Start als het klaar is.</translation>
    </message>
    <message>
        <source>A reply is being written, and both would slow each other down. Start when it is done, or stop it.</source>
        <translation>Er wordt een antwoord geschreven, en beide zouden elkaar vertragen. Start als het klaar is, of stop het.</translation>
    </message>
    <message>
        <source>A reply is being written, and both would slow each other down. Test the pair when it is done, or stop it.</source>
        <translation>Er wordt een antwoord geschreven, en beide zouden elkaar vertragen. Test het paar als het klaar is, of stop het.</translation>
    </message>
    <message>
        <source>A model is still being loaded. Test the pair when it is ready.</source>
        <translation>Er wordt nog een model geladen. Test het paar als het klaar is.</translation>
    </message>
    <message>
        <source>Something else was begun meanwhile, which would have spoiled the figures. Test it again after that.</source>
        <translation>Intussen is er iets anders begonnen, en dat zou de cijfers bederven. Test daarna opnieuw.</translation>
    </message>
    <message>
        <source>Another pair is being tested, and both would slow each other down. Start when that is done.</source>
        <translation>Er wordt een ander paar getest, en beide zouden elkaar vertragen. Start als dat klaar is.</translation>
    </message>
    <message>
        <source>There is no prompt in your chats yet.</source>
        <translation>Er staat nog geen prompt in je chats.</translation>
    </message>
    <message>
        <source>The lab is measuring, and both would slow each other down. Test the pair when it is done.</source>
        <translation>Het lab is aan het meten, en beide zouden elkaar vertragen. Test het paar als het klaar is.</translation>
    </message>
    <message>
        <source>There is not enough memory to load this pair beside what is loaded. Load a smaller model first, or measure the pair with “galley bench” while Galley is closed.</source>
        <translation>Er is niet genoeg geheugen om dit paar te laden naast wat al geladen is. Laad eerst een kleiner model, of meet het paar met “galley bench” terwijl Galley gesloten is.</translation>
    </message>
    <message>
        <source>The target could not be loaded with this draft, so there was nothing to compare.</source>
        <translation>Het doelmodel kon niet met dit draftmodel worden geladen, dus er viel niets te vergelijken.</translation>
    </message>
    <message>
        <source>In the time of the test not one prompt could be answered both with the draft and without it. “galley bench” takes all the time it needs.</source>
        <translation>In de tijd van de test kon geen enkele prompt zowel met als zonder het draftmodel worden beantwoord. “galley bench” neemt alle tijd die nodig is.</translation>
    </message>
    <message>
        <source>“{file}” is a folder; choose a GGUF file in it.</source>
        <translation>“{file}” is een map; kies een GGUF-bestand erin.</translation>
    </message>
    <message>
        <source>“{file}” is empty; download it again.</source>
        <translation>“{file}” is leeg; download het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” looks like a web page, not a model; download the file itself instead of the page about it.</source>
        <translation>“{file}” lijkt op een webpagina, niet op een model; download het bestand zelf in plaats van de pagina erover.</translation>
    </message>
    <message>
        <source>“{file}” only points to a model kept elsewhere (Git LFS); fetch the file itself.</source>
        <translation>“{file}” verwijst alleen naar een model dat elders staat (Git LFS); haal het bestand zelf op.</translation>
    </message>
    <message>
        <source>“{file}” is in a format from before GGUF; look for a GGUF version of this model.</source>
        <translation>“{file}” heeft een formaat van vóór GGUF; zoek een GGUF-versie van dit model.</translation>
    </message>
    <message>
        <source>“{file}” is not a GGUF file.</source>
        <translation>“{file}” is geen GGUF-bestand.</translation>
    </message>
    <message>
        <source>“{file}” is GGUF version {version}; Galley reads versions 2 and 3.</source>
        <translation>“{file}” is GGUF-versie {version}; Galley leest versies 2 en 3.</translation>
    </message>
    <message>
        <source>“{file}” was made for big-endian computers; look for the usual version of this model.</source>
        <translation>“{file}” is gemaakt voor computers met big-endian; zoek de gewone versie van dit model.</translation>
    </message>
    <message>
        <source>“{file}” is cut short: it has {file_bytes} bytes and should have {expected_bytes}; download it again.</source>
        <translation>“{file}” breekt af: het heeft {file_bytes} bytes en hoort er {expected_bytes} te hebben; download het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” is cut short: its {file_bytes} bytes end within the description of the model; download it again.</source>
        <translation>“{file}” breekt af: de {file_bytes} bytes eindigen midden in de beschrijving van het model; download het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” is damaged: its description makes no sense at byte {position}; download it again.</source>
        <translation>“{file}” is beschadigd: de beschrijving klopt niet bij byte {position}; download het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” is damaged: what it says under “{key}” cannot be; download it again.</source>
        <translation>“{file}” is beschadigd: wat er onder “{key}” staat, kan niet; download het opnieuw.</translation>
    </message>
    <message>
        <source>“{file}” is damaged: tokens {first_id} and {second_id} of its vocabulary are the same.</source>
        <translation>“{file}” is beschadigd: tokens {first_id} en {second_id} van het vocabulaire zijn gelijk.</translation>
    </message>
    <message>
        <source>“{file}” is part {part} of {parts}; open the first part.</source>
        <translation>“{file}” is deel {part} van {parts}; open het eerste deel.</translation>
    </message>
    <message>
        <source>The model has {parts} parts, and “{file}” is not beside the first one.</source>
        <translation>Het model heeft {parts} delen, en “{file}” staat niet naast het eerste.</translation>
    </message>
    <message>
        <source>The model of “{file}” has {parts} parts, and part {missing} is not beside it.</source>
        <translation>Het model van “{file}” heeft {parts} delen, en deel {missing} staat er niet naast.</translation>
    </message>
    <message>
        <source>The model of “{file}” has {parts} parts, and these are not beside it: {missing}.</source>
        <translation>Het model van “{file}” heeft {parts} delen, en deze staan er niet naast: {missing}.</translation>
    </message>
    <message>
        <source>“{file}” is part {part} of {parts}, and its name does not say so; give the parts their own names back.</source>
        <translation>“{file}” is deel {part} van {parts}, en de naam zegt dat niet; geef de delen hun eigen namen terug.</translation>
    </message>
    <message>
        <source>“{file}” could not be looked at: reading it took too long, or more memory than it may.</source>
        <translation>“{file}” kon niet worden bekeken: het lezen duurde te lang, of kostte meer geheugen dan mag.</translation>
    </message>
    <message>
        <source>“{file}” is not a chat model but a projector, which adds images or sound to one.</source>
        <translation>“{file}” is geen chatmodel maar een projector, die er beeld of geluid aan toevoegt.</translation>
    </message>
    <message>
        <source>“{file}” is not a chat model but an embedding model, which compares texts.</source>
        <translation>“{file}” is geen chatmodel maar een embeddingmodel, dat teksten vergelijkt.</translation>
    </message>
    <message>
        <source>“{file}” is not a chat model but an adapter (LoRA), which changes one.</source>
        <translation>“{file}” is geen chatmodel maar een adapter (LoRA), die er een verandert.</translation>
    </message>
    <message>
        <source>“{file}” is not a chat model but a trained head ({head}), which works only inside the model that it was trained for; Galley cannot use it yet.</source>
        <translation>“{file}” is geen chatmodel maar een getrainde kop ({head}), die alleen werkt in het model waarvoor die getraind is; Galley kan er nog niet mee overweg.</translation>
    </message>
    <message>
        <source>“{file}” is not a chat model: it holds nothing that writes text word by word.</source>
        <translation>“{file}” is geen chatmodel: er zit niets in wat woord voor woord tekst schrijft.</translation>
    </message>
    <message>
        <source>The vocabulary type differs: the target has {target}, the draft has {draft}.</source>
        <translation>Het type vocabulaire verschilt: het doelmodel heeft {target}, het draftmodel {draft}.</translation>
    </message>
    <message>
        <source>The tokenizer differs: the target has {target}, the draft has {draft}.</source>
        <translation>De tokenizer verschilt: het doelmodel heeft {target}, het draftmodel {draft}.</translation>
    </message>
    <message>
        <source>The vocabulary size differs: {target} tokens in the target, {draft} in the draft, and at most {allowed} apart would do.</source>
        <translation>De grootte van het vocabulaire verschilt: {target} tokens in het doelmodel, {draft} in het draftmodel, en een verschil van hoogstens {allowed} zou mogen.</translation>
    </message>
    <message>
        <source>Token {token_id} differs: it is “{target}” in the target and “{draft}” in the draft.</source>
        <translation>Token {token_id} verschilt: in het doelmodel is het “{target}” en in het draftmodel “{draft}”.</translation>
    </message>
    <message>
        <source>The special token {name} differs: it is {target} in the target and {draft} in the draft.</source>
        <translation>Het speciale token {name} verschilt: in het doelmodel is het {target} en in het draftmodel {draft}.</translation>
    </message>
    <message>
        <source>The setting {name} differs: it is {target} in the target and {draft} in the draft.</source>
        <translation>De instelling {name} verschilt: in het doelmodel is die {target} en in het draftmodel {draft}.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be looked into: {cause}.</source>
        <translation>De map {folder} is niet te doorzoeken: {cause}.</translation>
    </message>
    <message>
        <source>Hidden folders within {folder} are left out: {number}.</source>
        <translation>Verborgen mappen binnen {folder} worden overgeslagen: {number}.</translation>
    </message>
    <message>
        <source>{folder} was looked through for {seconds:.0f} seconds and then left; models in it may be missing.</source>
        <translation>Het doorzoeken van {folder} is na {seconds:.0f} seconden gestopt; misschien ontbreken er modellen.</translation>
    </message>
    <message>
        <source>{folder} holds more files than can be looked through; models in it may be missing.</source>
        <translation>{folder} bevat meer bestanden dan te doorzoeken zijn; misschien ontbreken er modellen.</translation>
    </message>
    <message>
        <source>There is no folder {folder}.</source>
        <translation>Er is geen map {folder}.</translation>
    </message>
    <message>
        <source>{folder} is a file; name the folder that it is in.</source>
        <translation>{folder} is een bestand; noem de map waarin het staat.</translation>
    </message>
    <message>
        <source>Memory is short by {short_gb:.2f} GB: the weights of both models need {needed_gb:.1f} GB, and this machine has {total_gb:.1f} GB, graphics memory included.</source>
        <translation>Er is {short_gb:.2f} GB geheugen te weinig: de gewichten van beide modellen vragen {needed_gb:.1f} GB, en deze machine heeft {total_gb:.1f} GB, videogeheugen inbegrepen.</translation>
    </message>
    <message>
        <source>Memory is short by {short_gb:.2f} GB: with a context of {tokens} tokens both need {needed_gb:.2f} GB, more than is free now.</source>
        <translation>Er is {short_gb:.2f} GB geheugen te weinig: met een context van {tokens} tokens vragen beide {needed_gb:.2f} GB, meer dan er nu vrij is.</translation>
    </message>
    <message>
        <source>“{file}” needs {needed_gb:.1f} GB for its weights alone, and this machine has {total_gb:.1f} GB of RAM and no GPU; choose a smaller model or a stronger quantisation.</source>
        <translation>“{file}” vraagt alleen al voor de gewichten {needed_gb:.1f} GB, en deze machine heeft {total_gb:.1f} GB RAM en geen GPU; kies een kleiner model of een sterkere kwantisatie.</translation>
    </message>
    <message>
        <source>Target and draft need {needed_gb:.1f} GB for their weights alone, and this machine has {total_gb:.1f} GB of RAM and no GPU.</source>
        <translation>Doelmodel en draftmodel vragen alleen al voor hun gewichten {needed_gb:.1f} GB, en deze machine heeft {total_gb:.1f} GB RAM en geen GPU.</translation>
    </message>
    <message>
        <source>llama.cpp could not be asked about this machine and these files: {cause}.</source>
        <translation>llama.cpp kon niet over deze machine en deze bestanden worden bevraagd: {cause}.</translation>
    </message>
    <message>
        <source>llama.cpp did not answer within {seconds} seconds; a graphics driver may hang.</source>
        <translation>llama.cpp antwoordde niet binnen {seconds} seconden; misschien hangt een grafisch stuurprogramma.</translation>
    </message>
    <message>
        <source>There is no device {name} on this machine; llama.cpp finds: {known}.</source>
        <translation>Er is op deze machine geen apparaat {name}; llama.cpp vindt: {known}.</translation>
    </message>
    <message>
        <source>The figures are estimates from the files alone.</source>
        <translation>De cijfers zijn schattingen op grond van de bestanden alleen.</translation>
    </message>
    <message>
        <source>{name}: {needed} needed, {free} of {total} free</source>
        <translation>{name}: {needed} nodig, {free} van {total} vrij</translation>
    </message>
    <message>
        <source>A context of {tokens} tokens fits.</source>
        <translation>Een context van {tokens} tokens past.</translation>
    </message>
    <message>
        <source>A context of {tokens} tokens does not fit.</source>
        <translation>Een context van {tokens} tokens past niet.</translation>
    </message>
    <message>
        <source>The largest context that fits: {tokens} tokens.</source>
        <translation>De grootste context die past: {tokens} tokens.</translation>
    </message>
    <message>
        <source>All {tokens} tokens that the target was trained for would fit.</source>
        <translation>Alle {tokens} tokens waarop het doelmodel getraind is, zouden passen.</translation>
    </message>
    <message>
        <source>The draft cannot draft for this target. {reason}</source>
        <translation>Het draftmodel kan voor dit doelmodel geen voorstellen doen. {reason}</translation>
    </message>
    <message>
        <source>It would fit with a context of {tokens} tokens.</source>
        <translation>Het zou passen met een context van {tokens} tokens.</translation>
    </message>
    <message>
        <source>It would fit with both caches in q8_0.</source>
        <translation>Het zou passen met beide caches in q8_0.</translation>
    </message>
    <message>
        <source>It would fit with {layers} of the target&apos;s layers on the GPU; that is slower.</source>
        <translation>Het zou passen met {layers} lagen van het doelmodel op de GPU; dat is langzamer.</translation>
    </message>
    <message>
        <source>It would fit with the draft model computed by the processor.</source>
        <translation>Het zou passen met het draftmodel op de processor.</translation>
    </message>
    <message>
        <source>It would fit without the draft model; a smaller one may fit, too.</source>
        <translation>Het zou passen zonder het draftmodel; een kleiner draftmodel past misschien ook.</translation>
    </message>
    <message>
        <source>It would fit without the draft model, with the cache in q8_0 and a context of {tokens} tokens.</source>
        <translation>Het zou passen zonder het draftmodel, met de cache in q8_0 en een context van {tokens} tokens.</translation>
    </message>
    <message>
        <source>Memory ran out, so the models were loaded with a context of {tokens} tokens.</source>
        <translation>Het geheugen was op; de modellen zijn daarom geladen met een context van {tokens} tokens.</translation>
    </message>
    <message>
        <source>Memory ran out, so the models were loaded with their caches in q8_0.</source>
        <translation>Het geheugen was op; de modellen zijn daarom geladen met hun caches in q8_0.</translation>
    </message>
    <message>
        <source>Memory ran out, so only {layers} of the target&apos;s layers are on the GPU; that is slower.</source>
        <translation>Het geheugen was op; daarom staan maar {layers} lagen van het doelmodel op de GPU; dat is langzamer.</translation>
    </message>
    <message>
        <source>Memory ran out, so the draft model is computed by the processor; that is slower.</source>
        <translation>Het geheugen was op; het draftmodel rekent daarom op de processor; dat is langzamer.</translation>
    </message>
    <message>
        <source>Memory ran out, so the target was loaded without the draft model.</source>
        <translation>Het geheugen was op; het doelmodel is daarom zonder het draftmodel geladen.</translation>
    </message>
    <message>
        <source>Memory ran out, so the target was loaded without the draft model, with its cache in q8_0 and a context of {tokens} tokens.</source>
        <translation>Het geheugen was op; het doelmodel is daarom zonder het draftmodel geladen, met de cache in q8_0 en een context van {tokens} tokens.</translation>
    </message>
    <message>
        <source>There was no memory for the draft model beside the target.</source>
        <translation>Naast het doelmodel was er geen geheugen voor het draftmodel.</translation>
    </message>
    <message>
        <source>The target has only {bits:.1f} bits a weight. Squeezing it that far to make room for a draft model is seldom worth it: with more bits and no draft it writes better.</source>
        <translation>Het doelmodel heeft maar {bits:.1f} bits per gewicht. Het zo ver samenpersen om plaats te maken voor een draftmodel is zelden de moeite waard: met meer bits en zonder draftmodel schrijft het beter.</translation>
    </message>
    <message>
        <source>Give the preset a name.</source>
        <translation>Geef de voorinstelling een naam.</translation>
    </message>
    <message>
        <source>A name has at most {number} characters.</source>
        <translation>Een naam heeft hoogstens {number} tekens.</translation>
    </message>
    <message>
        <source>“{name}” comes with Galley. Choose another name.</source>
        <translation>“{name}” hoort bij Galley. Kies een andere naam.</translation>
    </message>
    <message>
        <source>a bug in Galley; what the error says is left out, because it may quote a message</source>
        <translation>een fout in Galley; wat de foutmelding zegt, is weggelaten, omdat er een bericht in kan staan</translation>
    </message>
    <message>
        <source>Others on this machine may read “{path}”, and that cannot be changed: {cause}.</source>
        <translation>Anderen op deze machine kunnen “{path}” misschien lezen, en dat is niet te veranderen: {cause}.</translation>
    </message>
    <message>
        <source>The system does not show the sockets of process {pid}: {cause}.</source>
        <translation>Het systeem laat de sockets van proces {pid} niet zien: {cause}.</translation>
    </message>
    <message>
        <source>The report cannot be written to “{path}”: {cause}.</source>
        <translation>Het rapport kan niet naar “{path}” worden geschreven: {cause}.</translation>
    </message>
    <message>
        <source>Others on this machine can read “{path}”.</source>
        <translation>Anderen op deze machine kunnen “{path}” lezen.</translation>
    </message>
    <message>
        <source>“{path}” cannot be looked at: {cause}.</source>
        <translation>“{path}” is niet te bekijken: {cause}.</translation>
    </message>
    <message>
        <source>A socket is open to the network: {here}, other end {there}.</source>
        <translation>Er staat een socket open naar het netwerk: {here}, andere kant {there}.</translation>
    </message>
    <message>
        <source>If Galley crashed, the system might write its memory to disk (core dumps are on).</source>
        <translation>Als Galley crasht, schrijft het systeem het geheugen ervan misschien naar schijf (coredumps staan aan).</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gesprekken</translation>
    </message>
    <message>
        <source>Latest changes to them</source>
        <translation>Laatste wijzigingen daarin</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Back-ups</translation>
    </message>
    <message>
        <source>Damaged files, kept</source>
        <translation>Beschadigde bestanden, bewaard</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>Sleutelbestand</translation>
    </message>
    <message>
        <source>Check value of the key, lock</source>
        <translation>Controlewaarde van de sleutel, vergrendeling</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Instellingen</translation>
    </message>
    <message>
        <source>Measured speeds</source>
        <translation>Gemeten snelheden</translation>
    </message>
    <message>
        <source>What is known of model files</source>
        <translation>Wat bekend is van modelbestanden</translation>
    </message>
    <message>
        <source>Runs of the lab</source>
        <translation>Metingen van het lab</translation>
    </message>
    <message>
        <source>Log of bugs</source>
        <translation>Logboek van fouten</translation>
    </message>
    <message>
        <source>Lock of the open window</source>
        <translation>Vergrendeling van het open venster</translation>
    </message>
    <message>
        <source>Messages of the engine</source>
        <translation>Meldingen van de engine</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>Exports</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>versleuteld</translation>
    </message>
    <message>
        <source>not encrypted, holds no conversation</source>
        <translation>onversleuteld, bevat geen gesprek</translation>
    </message>
    <message>
        <source>no key in it, or only under the passphrase</source>
        <translation>zonder sleutel, of alleen achter de wachtwoordzin</translation>
    </message>
    <message>
        <source>in memory only, never a file</source>
        <translation>alleen in het geheugen, nooit een bestand</translation>
    </message>
    <message>
        <source>where you saved them, not encrypted</source>
        <translation>waar je ze opgeslagen hebt, onversleuteld</translation>
    </message>
    <message>
        <source>The key lies in the system&apos;s keyring ({keyring}).</source>
        <translation>De sleutel ligt in de sleutelbos van het systeem ({keyring}).</translation>
    </message>
    <message>
        <source>The key is locked up by a passphrase, which is asked for once a session and kept nowhere.</source>
        <translation>De sleutel is afgeschermd met een wachtwoordzin, die eenmaal per sessie gevraagd wordt en nergens bewaard.</translation>
    </message>
    <message>
        <source>There is no key, because nothing is kept.</source>
        <translation>Er is geen sleutel, omdat er niets bewaard wordt.</translation>
    </message>
    <message>
        <source>Network: none. No process of Galley has a socket that could reach another machine.</source>
        <translation>Netwerk: geen. Geen enkel proces van Galley heeft een socket die een andere machine kan bereiken.</translation>
    </message>
    <message>
        <source>Network, {process}: {here}, connected to {there}</source>
        <translation>Netwerk, {process}: {here}, verbonden met {there}</translation>
    </message>
    <message>
        <source>{number} local, to the desktop and among Galley&apos;s processes, which cannot leave the machine.</source>
        <translation>{number} lokaal, naar het bureaublad en tussen de processen van Galley; die kunnen de machine niet verlaten.</translation>
    </message>
    <message>
        <source>{number} without an address. The system does not say what they are for.</source>
        <translation>{number} zonder adres. Waar ze voor dienen, zegt het systeem niet.</translation>
    </message>
    <message>
        <source>window</source>
        <translation>venster</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>engine</translation>
    </message>
    <message>
        <source>chat templates</source>
        <translation>chatsjablonen</translation>
    </message>
    <message>
        <source>reading a PDF</source>
        <translation>PDF-lezer</translation>
    </message>
    <message>
        <source>Python&apos;s helper</source>
        <translation>hulpproces van Python</translation>
    </message>
    <message>
        <source>Galley: where data is and who can read it</source>
        <translation>Galley: waar gegevens staan en wie ze kan lezen</translation>
    </message>
    <message>
        <source>Written by Galley {version} about itself, from the running program. It holds no text, title or key.</source>
        <translation>Door Galley {version} over zichzelf geschreven, vanuit het draaiende programma. Er staat geen tekst, titel of sleutel in.</translation>
    </message>
    <message>
        <source>System: {system}</source>
        <translation>Systeem: {system}</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <source>What | Where | Protection | Bytes | Permissions</source>
        <translation>Wat | Waar | Bescherming | Bytes | Rechten</translation>
    </message>
    <message>
        <source>no such file now</source>
        <translation>nu geen bestand</translation>
    </message>
    <message>
        <source>{modes}: others can read this</source>
        <translation>{modes}: anderen kunnen dit lezen</translation>
    </message>
    <message>
        <source>Encryption of conversations</source>
        <translation>Versleuteling van gesprekken</translation>
    </message>
    <message>
        <source>Library: {value}</source>
        <translation>Bibliotheek: {value}</translation>
    </message>
    <message>
        <source>Cipher: {value}</source>
        <translation>Versleutelmethode: {value}</translation>
    </message>
    <message>
        <source>Authentication of each page: {value}</source>
        <translation>Authenticatie van elke pagina: {value}</translation>
    </message>
    <message>
        <source>Page size: {value} bytes</source>
        <translation>Paginagrootte: {value} bytes</translation>
    </message>
    <message>
        <source>Key: {value} random bits</source>
        <translation>Sleutel: {value} willekeurige bits</translation>
    </message>
    <message>
        <source>Passphrase to key: {value}</source>
        <translation>Van wachtwoordzin naar sleutel: {value}</translation>
    </message>
    <message>
        <source>Holder of the key</source>
        <translation>Bewaarplaats van de sleutel</translation>
    </message>
    <message>
        <source>Locked when this was written.</source>
        <translation>Vergrendeld toen dit geschreven werd.</translation>
    </message>
    <message>
        <source>Open when this was written.</source>
        <translation>Open toen dit geschreven werd.</translation>
    </message>
    <message>
        <source>Sockets open when this was written</source>
        <translation>Sockets die open waren toen dit geschreven werd</translation>
    </message>
    <message>
        <source>Core dumps</source>
        <translation>Coredumps</translation>
    </message>
    <message>
        <source>{process}: off</source>
        <translation>{process}: uit</translation>
    </message>
    <message>
        <source>{process}: ON, a crash may write its memory to disk</source>
        <translation>{process}: AAN, bij een crash kan het geheugen naar schijf worden geschreven</translation>
    </message>
    <message>
        <source>{process}: the system does not say</source>
        <translation>{process}: het systeem zegt het niet</translation>
    </message>
    <message>
        <source>Only Linux tells this completely.</source>
        <translation>Alleen Linux vertelt dit volledig.</translation>
    </message>
    <message>
        <source>What Galley does not protect against</source>
        <translation>Waartegen Galley niet beschermt</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>The machine&apos;s administrator, and anybody who has become that.</source>
        <translation>De beheerder van de machine, en iedereen die dat geworden is.</translation>
    </message>
    <message>
        <source>Programs that run as the same user: they can ask the open keyring for the key, and read memory where the system lets them.</source>
        <translation>Programma’s van dezelfde gebruiker: die kunnen de open sleutelbos om de sleutel vragen, en geheugen lezen waar het systeem dat toelaat.</translation>
    </message>
    <message>
        <source>A look into memory while Galley runs: open conversations are plain text there.</source>
        <translation>Een blik in het geheugen terwijl Galley draait: open gesprekken staan daar als platte tekst.</translation>
    </message>
    <message>
        <source>Swap and hibernation: pages of memory may reach the disk unless the swap is encrypted.</source>
        <translation>Swap en slaapstand: pagina’s van het geheugen kunnen op schijf komen, tenzij de swap versleuteld is.</translation>
    </message>
    <message>
        <source>Whatever sees the screen or the clipboard, such as screenshots, X11 programs and clipboard tools.</source>
        <translation>Alles wat het scherm of het klembord ziet, zoals schermafdrukken, X11-programma’s en klembordhulpjes.</translation>
    </message>
    <message>
        <source>What was exported or copied out of Galley.</source>
        <translation>Wat uit Galley geëxporteerd of gekopieerd is.</translation>
    </message>
    <message>
        <source>Old encrypted blocks that a solid-state disk, a snapshot or a backup keeps after something was erased.</source>
        <translation>Oude versleutelde blokken die een SSD, een snapshot of een back-up vasthoudt nadat er iets gewist is.</translation>
    </message>
    <message>
        <source>Everything that Galley needs works here.</source>
        <translation>Alles wat Galley nodig heeft, werkt hier.</translation>
    </message>
    <message>
        <source>Something that Galley needs does not work here: see FAIL above.</source>
        <translation>Iets wat Galley nodig heeft, werkt hier niet: zie FOUT hierboven.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring answers.</source>
        <translation>De sleutelbos van het systeem antwoordt.</translation>
    </message>
    <message>
        <source>A window can be opened.</source>
        <translation>Er kan een venster worden geopend.</translation>
    </message>
    <message>
        <source>{name} ({description}, {free:.1f} of {total:.1f} GiB free).</source>
        <translation>{name} ({description}, {free:.1f} van {total:.1f} GiB vrij).</translation>
    </message>
    <message>
        <source>{name} ({description}).</source>
        <translation>{name} ({description}).</translation>
    </message>
    <message>
        <source>llama.cpp finds no device, not even the processor.</source>
        <translation>llama.cpp vindt geen enkel apparaat, zelfs de processor niet.</translation>
    </message>
    <message>
        <source>{tokens} tokens, the same with and without speculation, {accepted} drafts accepted ({seconds:.1f} s)</source>
        <translation>{tokens} tokens, met en zonder speculatie gelijk, {accepted} drafttokens geaccepteerd ({seconds:.1f} s)</translation>
    </message>
    <message>
        <source>{tokens} tokens with speculation, and they are not what the model writes without.</source>
        <translation>{tokens} tokens met speculatie, en het zijn andere dan het model zonder speculatie schrijft.</translation>
    </message>
    <message>
        <source>not there ({path})</source>
        <translation>ontbreekt ({path})</translation>
    </message>
    <message>
        <source>damaged ({path}); install Galley again</source>
        <translation>beschadigd ({path}); installeer Galley opnieuw</translation>
    </message>
    <message>
        <source>Galley {version}, run from its source.</source>
        <translation>Galley {version}, vanuit de broncode gestart.</translation>
    </message>
    <message>
        <source>Galley {version}, built {built}, installed in {folder}.</source>
        <translation>Galley {version}, gebouwd op {built}, geïnstalleerd in {folder}.</translation>
    </message>
    <message>
        <source>{name} fits this processor best, of {number}; it cannot run {unfit}.</source>
        <translation>{name} past van de {number} het best bij deze processor; niet geschikt: {unfit}.</translation>
    </message>
    <message>
        <source>{name} fits this processor best, of {number}; it could run each of them.</source>
        <translation>{name} past van de {number} het best bij deze processor; die kan ze allemaal draaien.</translation>
    </message>
    <message>
        <source>None of llama.cpp&apos;s modules was loaded ({names}); this processor may be too old.</source>
        <translation>Geen van de modules van llama.cpp is geladen ({names}); misschien is deze processor te oud.</translation>
    </message>
    <message>
        <source>{name} is loaded.</source>
        <translation>{name} is geladen.</translation>
    </message>
    <message>
        <source>{name} is left out: {cause}.</source>
        <translation>{name} is weggelaten: {cause}.</translation>
    </message>
    <message>
        <source>{name} is left out: no device or driver for it answers.</source>
        <translation>{name} is weggelaten: er antwoordt geen apparaat of stuurprogramma voor.</translation>
    </message>
    <message>
        <source>A graphics driver can be the cause: start Galley with GALLEY_GRAPHICS=off to do without it.</source>
        <translation>Een grafisch stuurprogramma kan de oorzaak zijn: start Galley met GALLEY_GRAPHICS=off om het zonder te doen.</translation>
    </message>
    <message>
        <source>No administrator has laid anything down.</source>
        <translation>Een beheerder heeft niets vastgelegd.</translation>
    </message>
    <message>
        <source>{path} lays down: {rules}.</source>
        <translation>{path} legt vast: {rules}.</translation>
    </message>
    <message>
        <source>The language changes as soon as what is running now has ended.</source>
        <translation>De taal verandert zodra klaar is wat nu loopt.</translation>
    </message>
    <message>
        <source>The language changes when Galley is started the next time: these conversations are not kept, and a window in another language could not show them.</source>
        <translation>De taal verandert bij de volgende start van Galley: deze gesprekken worden niet bewaard, en een venster in een andere taal zou ze niet kunnen tonen.</translation>
    </message>
    <message>
        <source>The settings could not be read and are now the defaults; the old file is kept as “{kept}”.</source>
        <translation>De instellingen konden niet worden gelezen en zijn nu de standaardwaarden; het oude bestand is bewaard als “{kept}”.</translation>
    </message>
    <message>
        <source>The settings in “{path}” cannot be read ({cause}); the defaults are used.</source>
        <translation>De instellingen in “{path}” kunnen niet worden gelezen ({cause}); de standaardwaarden worden gebruikt.</translation>
    </message>
    <message>
        <source>The setting “{key}” had a value that cannot be; its default is used.</source>
        <translation>De instelling “{key}” had een onmogelijke waarde; de standaardwaarde wordt gebruikt.</translation>
    </message>
    <message>
        <source>The settings cannot be saved in “{path}” ({cause}); they are lost when Galley ends.</source>
        <translation>De instellingen kunnen niet worden opgeslagen in “{path}” ({cause}); ze zijn weg als Galley stopt.</translation>
    </message>
    <message>
        <source>The administrator&apos;s file “{path}” cannot be understood ({cause}). Until it can, what it could forbid is forbidden.</source>
        <translation>Het bestand “{path}” van de beheerder is niet te begrijpen ({cause}). Zolang dat zo is, is verboden wat het zou kunnen verbieden.</translation>
    </message>
    <message>
        <source>The administrator of this machine has switched off exporting.</source>
        <translation>De beheerder van deze machine heeft exporteren uitgezet.</translation>
    </message>
    <message>
        <source>The administrator of this machine has switched off answering other programs.</source>
        <translation>De beheerder van deze machine heeft het beantwoorden van andere programma’s uitgezet.</translation>
    </message>
    <message>
        <source>The administrator of this machine wants a passphrase instead of the system&apos;s keyring.</source>
        <translation>De beheerder van deze machine wil een wachtwoordzin in plaats van de sleutelbos van het systeem.</translation>
    </message>
    <message>
        <source>The administrator of this machine has decided from which folders models come.</source>
        <translation>De beheerder van deze machine heeft bepaald uit welke mappen modellen komen.</translation>
    </message>
    <message>
        <source>The administrator of this machine allows models from certain folders only, and “{file}” is elsewhere.</source>
        <translation>De beheerder van deze machine staat alleen modellen uit bepaalde mappen toe, en “{file}” staat ergens anders.</translation>
    </message>
    <message>
        <source>Another Galley has the conversations in “{path}” open.</source>
        <translation>Een andere Galley heeft de gesprekken in “{path}” open.</translation>
    </message>
    <message>
        <source>The key does not open the conversations in “{path}”. Nothing was changed.</source>
        <translation>De sleutel past niet op de gesprekken in “{path}”. Er is niets veranderd.</translation>
    </message>
    <message>
        <source>“{path}” is no file of Galley’s conversations. Move it elsewhere, or put the right one in its place; nothing was changed.</source>
        <translation>“{path}” is geen bestand met gesprekken van Galley. Verplaats het, of zet het goede ervoor in de plaats; er is niets veranderd.</translation>
    </message>
    <message>
        <source>The conversations in “{path}” were written by a newer Galley. Install that one to open them; nothing was changed.</source>
        <translation>De gesprekken in “{path}” zijn geschreven door een nieuwere Galley. Installeer die om ze te openen; er is niets veranderd.</translation>
    </message>
    <message>
        <source>There is no room left in “{path}” to save conversations. Free some space; Galley tries again.</source>
        <translation>In “{path}” is geen ruimte meer om gesprekken op te slaan. Maak ruimte vrij; Galley probeert het opnieuw.</translation>
    </message>
    <message>
        <source>Galley may not write into “{path}”, so conversations cannot be saved there.</source>
        <translation>Galley mag niet in “{path}” schrijven, dus gesprekken kunnen daar niet worden opgeslagen.</translation>
    </message>
    <message>
        <source>Conversations cannot be saved in “{path}” ({cause}).</source>
        <translation>In “{path}” kunnen geen gesprekken worden opgeslagen ({cause}).</translation>
    </message>
    <message>
        <source>A part of the conversations in “{path}” is damaged and cannot be read. The others are not affected; Galley saves what can be read of it at the next start.</source>
        <translation>Een deel van de gesprekken in “{path}” is beschadigd en kan niet worden gelezen. Met de andere is niets aan de hand; wat er nog te lezen valt, redt Galley bij de volgende start.</translation>
    </message>
    <message>
        <source>The file of conversations was damaged. Everything that could be read was saved; the damaged file is kept as “{path}”.</source>
        <translation>Het bestand met gesprekken was beschadigd. Alles wat te lezen was, is gered; het beschadigde bestand is bewaard als “{path}”.</translation>
    </message>
    <message>
        <source>The file of conversations was damaged, and no conversation in it could be read. An empty one has been begun; the damaged file is kept as “{path}”.</source>
        <translation>Het bestand met gesprekken was beschadigd, en er was geen gesprek in te lezen. Er is een leeg bestand begonnen; het beschadigde is bewaard als “{path}”.</translation>
    </message>
    <message>
        <source>The latest changes to the conversations were damaged on disk and are missing; their log is kept as “{path}”.</source>
        <translation>De laatste wijzigingen in de gesprekken waren op schijf beschadigd en ontbreken; het logboek ervan is bewaard als “{path}”.</translation>
    </message>
    <message>
        <source>Messages of “{title}” could not be read and are missing: {num}.</source>
        <translation>Berichten van “{title}” die niet te lezen waren en ontbreken: {num}.</translation>
    </message>
    <message>
        <source>Messages of a conversation without a title could not be read and are missing: {num}.</source>
        <translation>Berichten van een gesprek zonder titel die niet te lezen waren en ontbreken: {num}.</translation>
    </message>
    <message>
        <source>The title of a conversation could not be read; messages of it that were saved: {num}.</source>
        <translation>De titel van een gesprek was niet te lezen; berichten ervan die gered zijn: {num}.</translation>
    </message>
    <message>
        <source>A reply that was being written has lost parts to the damage; its text may have gaps.</source>
        <translation>Een antwoord dat geschreven werd, heeft delen verloren door de schade; er kunnen gaten in de tekst zitten.</translation>
    </message>
    <message>
        <source>There were conversations in “{path}”, but the file is gone. A new one has been begun.</source>
        <translation>In “{path}” stonden gesprekken, maar het bestand is weg. Er is een nieuw begonnen.</translation>
    </message>
    <message>
        <source>The conversations were brought to this version’s form; copies from before are kept beside them.</source>
        <translation>De gesprekken zijn omgezet naar de vorm van deze versie; kopieën van daarvoor staan ernaast.</translation>
    </message>
    <message>
        <source>It is removed, but its traces in “{path}” could not be overwritten yet. Galley does so at the next start.</source>
        <translation>Het is verwijderd, maar de sporen in “{path}” konden nog niet worden overschreven. Galley doet dat bij de volgende start.</translation>
    </message>
    <message>
        <source>Galley ended while a reply was being written. It is kept as far as it came.</source>
        <translation>Galley stopte terwijl er een antwoord geschreven werd. Het is bewaard tot waar het gekomen was.</translation>
    </message>
    <message>
        <source>Galley ended while {num} replies were being written. They are kept as far as they came.</source>
        <translation>Galley stopte terwijl er {num} antwoorden geschreven werden. Ze zijn bewaard tot waar ze gekomen waren.</translation>
    </message>
    <message>
        <source>No system keyring is running here that could keep the key for other programs.</source>
        <translation>Er draait hier geen sleutelbos van het systeem die de sleutel voor andere programma’s kan bewaren.</translation>
    </message>
    <message>
        <source>The key for other programs is no longer in the system keyring. Make a new one.</source>
        <translation>De sleutel voor andere programma’s ligt niet meer in de sleutelbos van het systeem. Maak een nieuwe.</translation>
    </message>
    <message>
        <source>“{text}” is no origin. It looks like https://notes.example or http://localhost:3000.</source>
        <translation>“{text}” is geen herkomst. Die ziet eruit als https://notes.example of http://localhost:3000.</translation>
    </message>
    <message>
        <source>No more than {most} web pages can be let in.</source>
        <translation>Er kunnen hoogstens {most} webpagina’s worden toegelaten.</translation>
    </message>
    <message>
        <source>Port {port} of {address} is taken by another program. Choose another port, or end that program.</source>
        <translation>Poort {port} van {address} is bezet door een ander programma. Kies een andere poort, of sluit dat programma.</translation>
    </message>
    <message>
        <source>Nothing can listen on {address}, port {port}: {cause}.</source>
        <translation>Er kan niet worden geluisterd op {address}, poort {port}: {cause}.</translation>
    </message>
    <message>
        <source>{address} is no address of this machine. Write it in figures, such as 127.0.0.1.</source>
        <translation>{address} is geen adres van deze machine. Schrijf het in cijfers, zoals 127.0.0.1.</translation>
    </message>
    <message>
        <source>--host {address} lets other machines in, with the key and every prompt readable on the way. If that is meant, add --allow-network</source>
        <translation>--host {address} laat andere machines toe, en de sleutel en elke prompt zijn onderweg leesbaar. Is dat de bedoeling, voeg dan --allow-network toe</translation>
    </message>
    <message>
        <source>The key for the API needs at least {least} letters, figures or signs, and no spaces</source>
        <translation>De sleutel voor de API moet minstens {least} letters, cijfers of tekens hebben, en geen spaties</translation>
    </message>
    <message>
        <source>--allow-host takes a machine&apos;s name without http:// and port, such as studio.example, and “{name}” is none</source>
        <translation>--allow-host neemt de naam van een machine zonder http:// en poort, zoals studio.example, en “{name}” is er geen</translation>
    </message>
    <message>
        <source>{model} answers at {address}/v1. Ctrl+C ends it.</source>
        <translation>{model} antwoordt op {address}/v1. Ctrl+C sluit af.</translation>
    </message>
    <message>
        <source>Other machines reach it at {addresses}</source>
        <translation>Andere machines bereiken het op {addresses}</translation>
    </message>
    <message>
        <source>Key, shown this once: {key}</source>
        <translation>Sleutel, alleen deze keer getoond: {key}</translation>
    </message>
    <message>
        <source>no way leads to that machine</source>
        <translation>er is geen weg naar die machine</translation>
    </message>
    <message>
        <source>the other side broke off</source>
        <translation>de andere kant heeft de verbinding verbroken</translation>
    </message>
    <message>
        <source>another program is using it</source>
        <translation>een ander programma gebruikt het</translation>
    </message>
    <message>
        <source>its links lead in a circle</source>
        <translation>de links erin lopen in een kring</translation>
    </message>
    <message>
        <source>it is closed</source>
        <translation>het is gesloten</translation>
    </message>
    <message>
        <source>the disk reports an error</source>
        <translation>de schijf meldt een fout</translation>
    </message>
    <message>
        <source>something of that name is there already</source>
        <translation>er is daar al iets met die naam</translation>
    </message>
    <message>
        <source>it is a folder, not a file</source>
        <translation>het is een map, geen bestand</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>de schijf is vol</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>de naam is te lang</translation>
    </message>
    <message>
        <source>no answer came in time</source>
        <translation>er kwam niet op tijd antwoord</translation>
    </message>
    <message>
        <source>the device is not there</source>
        <translation>het apparaat is er niet</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>zo’n bestand of map is er niet</translation>
    </message>
    <message>
        <source>a part of the path is a file, not a folder</source>
        <translation>een deel van het pad is een bestand, geen map</translation>
    </message>
    <message>
        <source>there is no memory left for it</source>
        <translation>er is geen geheugen meer voor</translation>
    </message>
    <message>
        <source>there is no network that leads there</source>
        <translation>er is geen netwerk dat erheen leidt</translation>
    </message>
    <message>
        <source>no machine of that name is known here</source>
        <translation>een machine met die naam is hier niet bekend</translation>
    </message>
    <message>
        <source>its permissions do not allow it</source>
        <translation>de rechten ervan staan het niet toe</translation>
    </message>
    <message>
        <source>nothing listens there</source>
        <translation>er luistert daar niets</translation>
    </message>
    <message>
        <source>the system does not allow it</source>
        <translation>het systeem staat het niet toe</translation>
    </message>
    <message>
        <source>the folder is not empty</source>
        <translation>de map is niet leeg</translation>
    </message>
    <message>
        <source>the system has no room for it just now</source>
        <translation>het systeem heeft er nu geen ruimte voor</translation>
    </message>
    <message>
        <source>the system cannot do that with it</source>
        <translation>het systeem kan dat hiermee niet</translation>
    </message>
    <message>
        <source>this user&apos;s share of the disk is used up</source>
        <translation>het schijfquotum van deze gebruiker is op</translation>
    </message>
    <message>
        <source>the disk can only be read</source>
        <translation>de schijf is alleen-lezen</translation>
    </message>
    <message>
        <source>the file would be too large</source>
        <translation>het bestand zou te groot worden</translation>
    </message>
    <message>
        <source>too many files are open</source>
        <translation>er zijn te veel bestanden open</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>Tokens that prompt and reply may have together; 0 takes what the target was trained for.</source>
        <translation>Hoeveel tokens prompt en antwoord samen mogen hebben; bij 0 zoveel als waarop het doelmodel getraind is.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>Keys, target</source>
        <translation>Keys, doelmodel</translation>
    </message>
    <message>
        <source>Number format of the keys in the target&apos;s cache.</source>
        <translation>Getalformaat van de keys in de cache van het doelmodel.</translation>
    </message>
    <message>
        <source>Values, target</source>
        <translation>Values, doelmodel</translation>
    </message>
    <message>
        <source>Number format of the values in the target&apos;s cache.</source>
        <translation>Getalformaat van de values in de cache van het doelmodel.</translation>
    </message>
    <message>
        <source>Keys, draft</source>
        <translation>Keys, draftmodel</translation>
    </message>
    <message>
        <source>Number format of the keys in the draft&apos;s cache.</source>
        <translation>Getalformaat van de keys in de cache van het draftmodel.</translation>
    </message>
    <message>
        <source>Values, draft</source>
        <translation>Values, draftmodel</translation>
    </message>
    <message>
        <source>Number format of the values in the draft&apos;s cache.</source>
        <translation>Getalformaat van de values in de cache van het draftmodel.</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Left open, llama.cpp chooses.</source>
        <translation>Laat je dit leeg, dan kiest llama.cpp.</translation>
    </message>
    <message>
        <source>llama.cpp chooses</source>
        <translation>llama.cpp kiest</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Left open, one for every physical core.</source>
        <translation>Leeg: één voor elke fysieke kern.</translation>
    </message>
    <message>
        <source>one a core</source>
        <translation>één per kern</translation>
    </message>
    <message>
        <source>Reproducible</source>
        <translation>Reproduceerbaar</translation>
    </message>
    <message>
        <source>The same seed gives the same text with speculation on and off; a little slower.</source>
        <translation>Dezelfde seed geeft dezelfde tekst, met speculatie aan of uit; iets langzamer.</translation>
    </message>
    <message>
        <source>Map the file</source>
        <translation>Bestand mappen</translation>
    </message>
    <message>
        <source>Use weights straight from the file instead of a copy in memory.</source>
        <translation>Gewichten rechtstreeks uit het bestand gebruiken in plaats van een kopie in het geheugen.</translation>
    </message>
    <message>
        <source>Hold in memory</source>
        <translation>In geheugen vasthouden</translation>
    </message>
    <message>
        <source>Forbid the system to put weights aside; needs the permission to lock so much memory.</source>
        <translation>Het systeem mag gewichten niet wegzetten; vraagt het recht om zoveel geheugen vast te zetten.</translation>
    </message>
    <message>
        <source>Longest proposal possible</source>
        <translation>Langst mogelijke voorstel</translation>
    </message>
    <message>
        <source>The ceiling while a pair is loaded; less takes less memory.</source>
        <translation>De bovengrens zolang een paar geladen is; lager kost minder geheugen.</translation>
    </message>
    <message>
        <source>Use the graphics card</source>
        <translation>Videokaart gebruiken</translation>
    </message>
    <message>
        <source>Off keeps the engine away from graphics drivers: for one that takes it down.</source>
        <translation>Uit houdt de engine weg bij grafische stuurprogramma’s: voor als er een is die de engine laat crashen.</translation>
    </message>
    <message>
        <source>Target&apos;s layers on the GPU</source>
        <translation>Lagen doelmodel op de GPU</translation>
    </message>
    <message>
        <source>Left open, as many as fit; -1 is all of them.</source>
        <translation>Leeg: zoveel als er passen; -1 is allemaal.</translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation>wat past</translation>
    </message>
    <message>
        <source>Draft&apos;s layers on the GPU</source>
        <translation>Lagen draftmodel op de GPU</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Apparaten</translation>
    </message>
    <message>
        <source>Where layers may go, by llama.cpp&apos;s names; empty is everywhere.</source>
        <translation>Waar lagen mogen komen, met de namen van llama.cpp; leeg: overal.</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>overal</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>Verdeling</translation>
    </message>
    <message>
        <source>How the devices share the layers; empty is by free memory.</source>
        <translation>Hoe de apparaten de lagen verdelen; leeg: naar vrij geheugen.</translation>
    </message>
    <message>
        <source>by free memory</source>
        <translation>naar vrij geheugen</translation>
    </message>
    <message>
        <source>Load smaller when memory runs out</source>
        <translation>Kleiner laden bij te weinig geheugen</translation>
    </message>
    <message>
        <source>Try again with the next smaller plan, and say what was changed.</source>
        <translation>Het opnieuw proberen met het eerstvolgende kleinere plan, en zeggen wat er veranderd is.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>0 always takes the likeliest token; more is more varied.</source>
        <translation>Bij 0 altijd het waarschijnlijkste token; hoger geeft meer variatie.</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Choose among so many of the likeliest tokens; 0 among all.</source>
        <translation>Uit hoeveel van de waarschijnlijkste tokens gekozen wordt; 0 is alle.</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that make up this share; 1 is off.</source>
        <translation>Kiezen uit de waarschijnlijkste tokens die samen dit deel uitmaken; 1 is uit.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Leave out tokens less likely than this share of the likeliest; 0 is off.</source>
        <translation>Tokens weglaten die minder waarschijnlijk zijn dan dit deel van het waarschijnlijkste; 0 is uit.</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Herhalingsstraf</translation>
    </message>
    <message>
        <source>Makes recent tokens less likely; 1 is off.</source>
        <translation>Maakt recente tokens minder waarschijnlijk; 1 is uit.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Frequentiestraf</translation>
    </message>
    <message>
        <source>Counts against a token for each time it was used; 0 is off.</source>
        <translation>Maakt een token minder waarschijnlijk voor elke keer dat het gebruikt is; 0 is uit.</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Aanwezigheidsstraf</translation>
    </message>
    <message>
        <source>Counts against a token that was used at all; 0 is off.</source>
        <translation>Maakt een token minder waarschijnlijk zodra het gebruikt is; 0 is uit.</translation>
    </message>
    <message>
        <source>Penalties look back</source>
        <translation>Terugblik van straffen</translation>
    </message>
    <message>
        <source>So many tokens; -1 is the whole context, 0 is off.</source>
        <translation>Zoveel tokens; -1 is de hele context, 0 is uit.</translation>
    </message>
    <message>
        <source>DRY</source>
        <translation>DRY</translation>
    </message>
    <message>
        <source>How strongly repeated phrases are held back; 0 is off.</source>
        <translation>Hoe sterk herhaalde zinsdelen worden tegengehouden; 0 is uit.</translation>
    </message>
    <message>
        <source>DRY base</source>
        <translation>DRY-grondtal</translation>
    </message>
    <message>
        <source>How much stronger with every further token of the phrase.</source>
        <translation>Hoeveel sterker het wordt met elk volgend token van het zinsdeel.</translation>
    </message>
    <message>
        <source>DRY allows</source>
        <translation>DRY staat toe</translation>
    </message>
    <message>
        <source>Phrases of so many tokens may repeat freely.</source>
        <translation>Zinsdelen van zoveel tokens mogen zich vrij herhalen.</translation>
    </message>
    <message>
        <source>DRY looks back</source>
        <translation>Terugblik van DRY</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Token ids and what is added to their logits.</source>
        <translation>Token-id’s en wat er bij hun logits wordt opgeteld.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Left open, each reply draws its own and says which.</source>
        <translation>Leeg: elk antwoord kiest zijn eigen seed en vermeldt die.</translation>
    </message>
    <message>
        <source>random</source>
        <translation>willekeurig</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
    <message>
        <source>Who proposes tokens: whatever pays, one of the two, or nobody.</source>
        <translation>Wie tokens voorstelt: wat loont, een van de twee, of niemand.</translation>
    </message>
    <message>
        <source>Longest proposal</source>
        <translation>Langste voorstel</translation>
    </message>
    <message>
        <source>Most tokens proposed in a round.</source>
        <translation>Maximumaantal tokens dat in een ronde wordt voorgesteld.</translation>
    </message>
    <message>
        <source>Shortest proposal</source>
        <translation>Kortste voorstel</translation>
    </message>
    <message>
        <source>Proposals shorter than this are thrown away unverified.</source>
        <translation>Kortere voorstellen worden ongecontroleerd weggegooid.</translation>
    </message>
    <message>
        <source>Least certainty</source>
        <translation>Minimale zekerheid</translation>
    </message>
    <message>
        <source>0 lets Galley choose the length; above, the draft stops where it is less sure than this.</source>
        <translation>Bij 0 kiest Galley de lengte; daarboven stopt het draftmodel waar het minder zeker is dan dit.</translation>
    </message>
    <message>
        <source>Fixed length</source>
        <translation>Vaste lengte</translation>
    </message>
    <message>
        <source>Always propose the longest, even where it makes replies slower.</source>
        <translation>Altijd het langste voorstel doen, ook waar dat antwoorden langzamer maakt.</translation>
    </message>
    <message>
        <source>Look in other conversations</source>
        <translation>In andere gesprekken zoeken</translation>
    </message>
    <message>
        <source>Lookup may propose words of other conversations of this session; off forgets them.</source>
        <translation>Lookup mag woorden uit andere gesprekken van deze sessie voorstellen; zet je dit uit, dan worden ze vergeten.</translation>
    </message>
    <message>
        <source>Verification</source>
        <translation>Controle</translation>
    </message>
    <message>
        <source>How a proposal is checked above temperature 0.</source>
        <translation>Hoe een voorstel boven temperatuur 0 gecontroleerd wordt.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Licht of donker</translation>
    </message>
    <message>
        <source>Paper, ink, or whatever the system has at the moment.</source>
        <translation>Papier, inkt, of wat het systeem op dat moment heeft.</translation>
    </message>
    <message>
        <source>The language of the window, or the system&apos;s.</source>
        <translation>De taal van het venster, of die van het systeem.</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Contrast</translation>
    </message>
    <message>
        <source>High is black on white or white on black, with strong lines.</source>
        <translation>Hoog is zwart op wit of wit op zwart, met sterke lijnen.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Beweging</translation>
    </message>
    <message>
        <source>Reduced lets nothing fade or blink: struck words go at once, the text cursor stands still.</source>
        <translation>Beperkt laat niets vervagen of knipperen: doorgehaalde woorden verdwijnen meteen, de tekstcursor staat stil.</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Spelling controleren</translation>
    </message>
    <message>
        <source>Marks words of a message that the system&apos;s dictionaries do not know; nothing is sent anywhere.</source>
        <translation>Markeert woorden in een bericht die de woordenboeken van het systeem niet kennen; er wordt niets verzonden.</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Mappen met modellen</translation>
    </message>
    <message>
        <source>Looked through with all that is in them, beside the places where other programs keep models.</source>
        <translation>Worden doorzocht met alles wat erin zit, naast de plaatsen waar andere programma’s modellen bewaren.</translation>
    </message>
    <message>
        <source>Keep marks</source>
        <translation>Markeringen laten staan</translation>
    </message>
    <message>
        <source>Struck words stay in sight instead of fading after a second.</source>
        <translation>Doorgehaalde woorden blijven staan in plaats van na een seconde te vervagen.</translation>
    </message>
    <message>
        <source>When a conversation no longer fits</source>
        <translation>Als een gesprek niet meer past</translation>
    </message>
    <message>
        <source>Refuse the message, with the figures, or leave out the oldest turns and say so.</source>
        <translation>Het bericht weigeren, met de cijfers, of de oudste beurten weglaten en dat melden.</translation>
    </message>
    <message>
        <source>Lock when idle</source>
        <translation>Vergrendelen bij inactiviteit</translation>
    </message>
    <message>
        <source>Minutes without a key or the pointer; 0 never locks.</source>
        <translation>Minuten zonder toets of muis; 0 vergrendelt nooit.</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>minuten</translation>
    </message>
    <message>
        <source>Conversation in the window&apos;s title</source>
        <translation>Gesprek in de venstertitel</translation>
    </message>
    <message>
        <source>Task bars and other programs can read the title of a window.</source>
        <translation>Taakbalken en andere programma’s kunnen de titel van een venster lezen.</translation>
    </message>
    <message>
        <source>Serve other programs</source>
        <translation>Andere programma’s bedienen</translation>
    </message>
    <message>
        <source>Programs on this machine that have the key may use the loaded models while Galley is open.</source>
        <translation>Programma’s op deze machine die de sleutel hebben, mogen de geladen modellen gebruiken zolang Galley open is.</translation>
    </message>
    <message>
        <source>Port for other programs</source>
        <translation>Poort voor andere programma’s</translation>
    </message>
    <message>
        <source>The number behind the colon of the address that they are given.</source>
        <translation>Het getal na de dubbele punt in het adres dat ze krijgen.</translation>
    </message>
</context>
</TS>
