<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AttachedFile</name>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln more character(s). Copying the message gives all of it.</source>
        <translation>
            <numerusform>… and %Ln more character. Copying the message gives all of it.</numerusform>
            <numerusform>… and %Ln more characters. Copying the message gives all of it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparePane</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RaceLine</name>
    <message numerus="yes">
        <source>{name}: %Ln token(s) after {seconds} s</source>
        <translation>
            <numerusform>{name}: %Ln token after {seconds} s</numerusform>
            <numerusform>{name}: %Ln tokens after {seconds} s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Thought</name>
    <message numerus="yes">
        <source>Thinking, broken off · %Ln word(s)</source>
        <translation>
            <numerusform>Thinking, broken off · %Ln word</numerusform>
            <numerusform>Thinking, broken off · %Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Thinking · %Ln word(s)</source>
        <translation>
            <numerusform>Thinking · %Ln word</numerusform>
            <numerusform>Thinking · %Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Thinking · %Ln word(s) in {seconds} s</source>
        <translation>
            <numerusform>Thinking · %Ln word in {seconds} s</numerusform>
            <numerusform>Thinking · %Ln words in {seconds} s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_RunRow</name>
    <message numerus="yes">
        <source>{moment}, %Ln reply(s) measured</source>
        <translation>
            <numerusform>{moment}, %Ln reply measured</numerusform>
            <numerusform>{moment}, %Ln replies measured</numerusform>
        </translation>
    </message>
</context>
</TS>
